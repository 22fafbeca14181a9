package dev.stoker.job;

import static dev.stoker.job.TestRuns.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.prepare.PreparationJob;
import dev.stoker.job.prepare.PrepareOptions;
import dev.stoker.job.prepare.PrepareRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is resumed with other data or another plan than it was trained with. */
class ChangedDataTest {
    private static final Path DATA = SmallTestData.of(600, 200);
    private static final List<String> DEFAULTS = List.of("model=mlp", "epochs=2", "log-every=4");
    private static final List<String> IMAGES =
            List.of("model=mlp", "epochs=2", "size=16", "batch=8", "augment=cpu", "threads=1", "device=cpu");
    private static final ResumeOptions ACCEPT = new ResumeOptions(false, true);

    @TempDir
    Path folder;

    /** Stopped after some steps. */
    private static Path begun(Plan plan) {
        var polls = new AtomicInteger();
        try (var job = TrainingJob.start(plan)) {
            assertThat(job.run(List.of(), () -> polls.incrementAndGet() > 2)).isEmpty();
            return job.folder();
        }
    }

    private RunResult resumed(Path run, ResumeOptions options, String... keysAndValues) {
        var changes = keysAndValues.length == 0 ? Map.<String, String>of() : Map.of(keysAndValues[0], keysAndValues[1]);
        try (var job = TrainingJob.resume(run.toString(), folder, changes, options)) {
            return job.run(List.of(), () -> false).orElseThrow();
        }
    }

    private void assertRefused(Path run, String... parts) {
        assertThatThrownBy(() -> resumed(run, ResumeOptions.DEFAULTS))
                .isInstanceOf(StokerException.class)
                .hasMessageContainingAll(parts)
                .satisfies(wrong ->
                        assertThat(((StokerException) wrong).settings()).containsExactly("accept-changes", "restart"));
    }

    private static void edit(Path run, String key, String value) throws IOException {
        var plan = run.resolve("plan.yaml");
        Files.writeString(plan, Files.readString(plan).replaceAll("(?m)^" + key + ": .*$", key + ": " + value));
    }

    // ---- plans

    @Test
    void aKeyThatWasEditedInThePlanIsNamedAndRefusedUnlessItIsAccepted() throws IOException {
        var run = begun(TestRuns.plan(DATA, folder, DEFAULTS, "lr=0.05"));
        edit(run, "lr", "0.001");
        edit(run, "epochs", "3");
        assertRefused(run, run + " was trained with another plan: lr 0.05, now 0.001; restore it");
        try (var job = TrainingJob.resume(run.toString(), folder, Map.of(), ACCEPT)) {
            assertThat(job.resumeNotes()).containsExactly("accepted: lr 0.05, now 0.001");
            assertThat(job.run(List.of(), () -> false).orElseThrow().epochs()).isEqualTo(3);
        }
        assertThat(Files.readAllLines(run.resolve("metrics.jsonl")))
                .contains("{\"kind\":\"accept_changes\",\"step\":2,\"epoch\":1,\"changes\":[\"lr 0.05, now 0.001\"]}");
        resumed(run, ResumeOptions.DEFAULTS);
        edit(run, "lr", "0.05");
        assertRefused(run, "lr 0.001, now 0.05");
    }

    @Test
    void keysThatMayChangeAreNoDifference() throws IOException {
        var run = begun(TestRuns.plan(DATA, folder, DEFAULTS));
        edit(run, "workers", "2");
        edit(run, "log-every", "7");
        assertThat(resumed(run, ResumeOptions.DEFAULTS, "epochs", "3").epochs()).isEqualTo(3);
        assertThat(resumed(run, ResumeOptions.DEFAULTS, "epochs", "4").epochs()).isEqualTo(4);
    }

    @Test
    void dataThatWasMovedAsItIsContinues() throws IOException {
        var data = SmallTestData.write(folder.resolve("data"), 600, 200);
        String whole = run(TestRuns.plan(data, folder, DEFAULTS)).modelSha256();
        var run = begun(TestRuns.plan(data, folder, DEFAULTS));
        edit(run, "data", Files.move(data, folder.resolve("moved")).toString());
        assertThat(resumed(run, ResumeOptions.DEFAULTS).modelSha256()).isEqualTo(whole);
    }

    // ---- data

    @Test
    void filesOfAFolderThatWereChangedAddedAndRemovedAreNamed() throws IOException {
        var images = TestImageFiles.write(folder.resolve("images"), 32, 8);
        var run = begun(TestRuns.plan(images, folder, IMAGES));
        Files.write(images.resolve("train/warm/0002.jpg"), Files.readAllBytes(images.resolve("train/warm/0004.jpg")));
        Files.copy(images.resolve("train/cold/0001.jpg"), images.resolve("val/cold/new.jpg"));
        Files.delete(images.resolve("val/warm/0032.jpg"));
        Files.setLastModifiedTime(images.resolve("train/cold/0003.jpg"), FileTime.fromMillis(1_000_000_000_000L));
        assertRefused(
                run,
                run + " was trained with other data: train/cold/0003.jpg was changed at 2001-09-",
                "train/warm/0002.jpg has ",
                " bytes instead of ",
                "val/cold/new.jpg is new, ",
                "val/warm/0032.jpg is missing; restore it, continue with what is there now by accept-changes, or start"
                        + " again with restart");
        resumed(run, ACCEPT);
        assertThat(Files.readString(run.resolve("metrics.jsonl")))
                .contains("\"kind\":\"accept_changes\"", "val/cold/new.jpg is new");
        resumed(run, ResumeOptions.DEFAULTS, "epochs", "3");
    }

    /** The position within an epoch means nothing among another number of images. */
    @Test
    void whatWasAcceptedIsKeptOnlyOnceARunHasGoneOnWithIt() throws IOException {
        var images = TestImageFiles.write(folder.resolve("images"), 32, 8);
        var run = begun(TestRuns.plan(images, folder, IMAGES));
        var more = images.resolve("train/cold/new.jpg");
        Files.copy(images.resolve("train/cold/0001.jpg"), more);
        assertThatThrownBy(() -> resumed(run, ACCEPT)).hasMessageContaining("of 32 elements, here are 33");
        Files.delete(more);
        resumed(run, ResumeOptions.DEFAULTS);
    }

    @Test
    void fiveFilesAreNamedAndTheOthersCounted() throws IOException {
        var images = TestImageFiles.write(folder.resolve("images"), 32, 8);
        var run = begun(TestRuns.plan(images, folder, IMAGES));
        for (int i = 0; i < 32; i += 2) {
            Files.setLastModifiedTime(
                    images.resolve("train/warm/%04d.jpg".formatted(i)), FileTime.fromMillis(1_000_000_000_000L));
        }
        assertRefused(
                run,
                "train/warm/0008.jpg was changed",
                "and 11 more",
                "(only times differ, as after a copy of the same");
    }

    @Test
    void aClassThatIsNewIsNamed() throws IOException {
        var images = TestImageFiles.write(folder.resolve("images"), 32, 8);
        var run = begun(TestRuns.plan(images, folder, IMAGES));
        TestImageFiles.put(images, "train/hot/1.jpg", Files.readAllBytes(images.resolve("train/cold/0001.jpg")));
        assertRefused(run, "class 'hot' is new, train/hot/1.jpg is new");
    }

    @Test
    void labelsThatChangedInAFileOfTheMnistFamilyAreNoticed() throws IOException {
        var data = SmallTestData.write(folder.resolve("data"), 600, 200);
        var run = begun(TestRuns.plan(data, folder, DEFAULTS));
        var labels = data.resolve("train-labels-idx1-ubyte");
        byte[] bytes = Files.readAllBytes(labels);
        bytes[100] ^= 1;
        Files.write(labels, bytes);
        assertRefused(run, "train-labels-idx1-ubyte was changed at");
    }

    @Test
    void aTableIsComparedByItsContent() throws IOException {
        var table = folder.resolve("table.csv");
        var text = new StringBuilder("x,class\n");
        for (int i = 0; i < 200; i++) {
            text.append(i % 17).append(i % 17 > 8 ? ",high\n" : ",low\n");
        }
        Files.writeString(table, text);
        var run = begun(TestRuns.plan(table, folder, List.of("epochs=3", "batch=16", "threads=1", "device=cpu")));
        Files.setLastModifiedTime(table, FileTime.fromMillis(1_000_000_000_000L));
        resumed(run, ResumeOptions.DEFAULTS);
        Files.writeString(table, text + "16,high\n");
        assertRefused(run, "table.csv has ", "bytes instead of");
        Files.writeString(table, text.toString().replaceFirst("1,low", "2,low"));
        assertRefused(run, "table.csv has another checksum");
    }

    @Test
    void shardsAreComparedByTheChecksumsOfTheirManifest() throws IOException {
        var images = TestImageFiles.write(folder.resolve("images"), 32, 8);
        var shards = prepared(images, "shards");
        var run = begun(TestRuns.plan(shards, folder, IMAGES));
        var shard = shards.resolve("train-00000-of-00001.tfrecord");
        Files.setLastModifiedTime(shard, FileTime.fromMillis(1_000_000_000_000L));
        resumed(run, ResumeOptions.DEFAULTS); // the checksum confirms that nothing but the time has changed
        byte[] bytes = Files.readAllBytes(shard);
        bytes[bytes.length / 2] ^= 1;
        Files.write(shard, bytes);
        assertRefused(run, "train-00000-of-00001.tfrecord was changed at");
        Files.move(images.resolve("train/warm"), images.resolve("train/x"));
        Files.move(images.resolve("train/cold"), images.resolve("train/warm"));
        Files.move(images.resolve("train/x"), images.resolve("train/cold"));
        Files.move(shards, folder.resolve("old"));
        prepared(images, "shards");
        assertRefused(run, "train-00000-of-00001.tfrecord has another checksum");
    }

    private Path prepared(Path images, String name) {
        var shards = folder.resolve(name);
        var request = new PrepareRequest(images, shards, PrepareOptions.of(Map.of()));
        var _ = PreparationJob.of(request, "test", "prepare")
                .run(
                        new PreparationJob.Listener() {
                            @Override
                            public void started(long all, int shards, long imagesDone, int shardsDone) {}

                            @Override
                            public void advanced(long more) {}
                        },
                        () -> false)
                .orElseThrow();
        return shards;
    }

    // ---- fingerprints

    @Test
    void aRunOfAnOlderVersionIsResumedWithANoteAndComparedFromThenOn() throws IOException {
        var run = begun(TestRuns.plan(DATA, folder, DEFAULTS, "lr=0.05"));
        Files.delete(run.resolve("fingerprint.gz"));
        edit(run, "lr", "0.04");
        try (var job = TrainingJob.resume(run.toString(), folder, Map.of())) {
            assertThat(job.resumeNotes())
                    .containsExactly(
                            "data and plan are not compared with those of before: the run has no fingerprint yet");
        }
        edit(run, "lr", "0.03");
        assertRefused(run, "lr 0.04, now 0.03");
    }

    @Test
    void aDamagedFingerprintIsNoReasonToTrustTheData() throws IOException {
        var run = begun(TestRuns.plan(DATA, folder, DEFAULTS));
        var file = run.resolve("fingerprint.gz");
        byte[] sound = Files.readAllBytes(file);
        for (int at = 16; at < sound.length; at += 7) { // some changes still expand, to another plan
            byte[] bytes = sound.clone();
            bytes[at] ^= 1;
            Files.write(file, bytes);
            assertRefused(run, file + " is damaged (");
        }
        resumed(run, ACCEPT);
        resumed(run, ResumeOptions.DEFAULTS);
        assertThat(Files.readString(run.resolve("metrics.jsonl"))).contains("the fingerprint of the run is damaged");
    }

    @Test
    void anImageThatChangesWhileTrainingRunsIsNamed() throws IOException {
        var images = TestImageFiles.write(folder.resolve("images"), 32, 8);
        try (var job = TrainingJob.start(TestRuns.plan(images, folder, IMAGES))) {
            Files.write(images.resolve("train/warm/0002.jpg"), new byte[] {1, 2, 3});
            assertThatThrownBy(job::run)
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining(
                            "train/warm/0002.jpg has changed since the folder was listed: it has 3 bytes");
        }
    }
}
