package dev.stoker.datasets.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreparationResumeTest {
    private static final int STOP_AFTER = 40;

    @TempDir
    Path folder;

    private TestImageFolder images;
    private Path set;
    private PreparationFixture prepared;

    @BeforeEach
    void stopInTheMiddle() {
        images = new TestImageFolder(folder.resolve("images")).with("cat", 40).with("dog", 40);
        set = folder.resolve("set");
        prepared = PreparationFixture.settings(images.root(), set);
        var asked = new AtomicInteger();
        assertThat(prepared.run(() -> asked.incrementAndGet() > STOP_AFTER)).isEmpty();
        assertThat(set).doesNotExist();
    }

    @Test
    void aStoppedRunResumesAndGivesTheSameBytes() {
        var result = prepared.run();
        assertThat(result.processed()).isBetween(40L, 70L);
        Path whole = folder.resolve("whole");
        prepared.with("destination", whole).run();
        assertThat(PreparationFixture.content(set)).isEqualTo(PreparationFixture.content(whole));
    }

    @Test
    void aFinishedShardThatIsCorruptIsWrittenAgain() throws Exception {
        Path shard = folder.resolve("set.partial/set")
                .resolve(StoredImage.shards(folder.resolve("set.partial/set"), "train")
                        .getFirst()
                        .getFileName());
        byte[] bytes = Files.readAllBytes(shard);
        bytes[bytes.length / 2] ^= 1;
        Files.write(shard, bytes);
        prepared.run();
        Path whole = folder.resolve("whole");
        prepared.with("destination", whole).run();
        assertThat(PreparationFixture.content(set)).isEqualTo(PreparationFixture.content(whole));
    }

    /** Whether it can still be read or not: a changed number would falsify the manifest. */
    @ParameterizedTest
    @ValueSource(strings = {"bytes\t", "label\t0\t1", ""})
    void aShardWhoseRecordIsDamagedIsWrittenAgain(String damage) throws Exception {
        try (var records = Files.list(folder.resolve("set.partial/done"))) {
            Path record = records.sorted().findFirst().orElseThrow();
            Files.writeString(record, damage + "\n" + Files.readString(record));
        }
        prepared.run();
        Path whole = folder.resolve("whole");
        prepared.with("destination", whole).run();
        assertThat(PreparationFixture.content(set)).isEqualTo(PreparationFixture.content(whole));
    }

    @Test
    void otherSettingsAreNamedAndNeedOverwrite() {
        var other = prepared.with("quality", 50);
        assertThatThrownBy(other::run)
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("with other settings (quality was 92, is 50)")
                .hasMessageContaining("or overwrite it");
        assertThat(other.with("overwrite", true).run().processed()).isEqualTo(80);
    }

    @Test
    void aChangedSourceIsDetected() {
        images.with("fox", 1);
        assertThatThrownBy(prepared::run)
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("images that have changed since")
                .hasMessageContaining("or overwrite it");
    }

    @Test
    void aFinishedDatasetIsReplacedOnlyWithOverwrite() {
        prepared.run();
        assertThatThrownBy(prepared::run).hasMessageContaining("exists; choose another, or overwrite it");
        assertThat(prepared.with("overwrite", true).run().records()).isEqualTo(80);
        assertThat(folder.resolve("set.partial")).doesNotExist();
    }

    @Test
    void aFolderThatIsNotADatasetIsNeverReplaced() throws Exception {
        Path precious = Files.createDirectory(folder.resolve("precious"));
        Files.writeString(precious.resolve("letter.txt"), "dear");
        assertThatThrownBy(() -> prepared.with("destination", precious)
                        .with("overwrite", true)
                        .run())
                .hasMessageContaining("is not overwritten");
        assertThat(precious.resolve("letter.txt")).exists();
    }
}
