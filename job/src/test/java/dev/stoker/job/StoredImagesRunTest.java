package dev.stoker.job;

import static dev.stoker.job.TestRuns.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.data.example.ExampleWriter;
import dev.stoker.data.record.RecordWriter;
import dev.stoker.datasets.ImageFolder;
import dev.stoker.job.plan.Plan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same images stored in different ways: a run ends with the same bits. */
class StoredImagesRunTest {
    private static final List<String> SETTINGS =
            List.of("size=32", "model=cnn", "epochs=2", "batch=16", "lr=0.02", "device=cpu", "workers=2", "seed=7");

    @TempDir
    Path folder;

    private final Path images = TestImageFiles.of(60, 12);

    private Plan plan(Object data, String... settings) {
        return TestRuns.plan(Path.of(data.toString()), folder.resolve("runs"), SETTINGS, settings);
    }

    private ImageFolder files(String part) {
        return ImageFolder.scan(images.resolve(part));
    }

    private Path list() throws IOException {
        var text = new StringBuilder("image,kind,split\n");
        for (String part : List.of("train", "val")) {
            var files = files(part);
            files.entries()
                    .forEach(entry -> text.append("\"%s\",%s,%s%n"
                            .formatted(entry.file(), files.classes().get(entry.label()), part)));
        }
        return Files.writeString(folder.resolve("list.csv"), text);
    }

    private Path records() throws IOException {
        for (String part : List.of("train", "val")) {
            var files = files(part);
            try (var writer = RecordWriter.open(folder.resolve("records"), part, new Bytes(40_000))) {
                for (var entry : files.entries()) {
                    writer.write(new ExampleWriter()
                            .bytes("kind", files.classes().get(entry.label()).getBytes(StandardCharsets.UTF_8))
                            .bytes("image_raw", Files.readAllBytes(entry.file()))
                            .toBytes());
                }
            }
        }
        return folder.resolve("records");
    }

    private Path tars() throws IOException {
        Files.createDirectories(folder.resolve("tars"));
        for (String part : List.of("train", "val")) {
            var files = files(part);
            try (var stream = Files.newOutputStream(folder.resolve("tars/%s-000.tar".formatted(part)));
                    var tar = new TarArchiveOutputStream(stream)) {
                for (var entry : files.entries()) {
                    String key = entry.file().getFileName().toString().replace(".jpg", "");
                    put(tar, key + ".cls", files.classes().get(entry.label()).getBytes(StandardCharsets.UTF_8));
                    put(tar, key + ".jpg", Files.readAllBytes(entry.file()));
                }
            }
        }
        return folder.resolve("tars");
    }

    private static void put(TarArchiveOutputStream tar, String name, byte[] content) throws IOException {
        var entry = new TarArchiveEntry(name);
        entry.setSize(content.length);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
    }

    @Test
    void aFolderAListRecordsAndTarsGiveTheSameWeights() throws IOException {
        String expected = run(plan(images)).modelSha256();
        assertThat(run(plan(list(), "label=kind")).modelSha256()).isEqualTo(expected);
        assertThat(run(plan(records(), "image-feature=image_raw", "label-feature=kind"))
                        .modelSha256())
                .isEqualTo(expected);
        assertThat(run(plan(tars())).modelSha256()).isEqualTo(expected);
    }

    @Test
    void aMixtureAndASliceAreTrainedOnAndGiveTheSameWeightsAgain() throws IOException {
        var mixed = plan(tars() + ":0.8," + images + ":0.2", "validation=0.2");
        assertThat(run(mixed).modelSha256()).isEqualTo(run(mixed).modelSha256());
        assertThat(run(plan(tars(), "train-split=train[10%:90%]")).modelSha256())
                .isNotEmpty();
    }

    @Test
    void keysForOtherFilesAreRefused() throws IOException {
        var tars = tars();
        assertThatThrownBy(() -> run(plan(tars, "label=kind")))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("label is for tables and lists of images, and %s is neither".formatted(tars));
        assertThatThrownBy(() -> run(plan(images, "image-feature=image")))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("image-feature has no use for images of %s".formatted(images));
        assertThatThrownBy(() -> run(plan(tars, "validation-split=train[:10%]", "validation=0.1")))
                .hasMessageStartingWith("validation-split says which images are for validation");
    }
}
