package dev.stoker.data.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardWriterTest {
    @TempDir
    Path folder;

    @Test
    void aFinishedShardIsReadBothWays() {
        Path shard = folder.resolve("a.tfrecord");
        var payloads = Payloads.ofLengths(1, 2_000_000, 0, 3);
        try (var writer = ShardWriter.create(shard)) {
            payloads.forEach(writer::write);
            assertThat(writer.count()).isEqualTo(4);
            assertThat(writer.size()).isEqualTo(new Bytes(2_000_004 + 4 * 16));
            assertThat(shard).doesNotExist();
            writer.finish();
        }

        assertThat(Payloads.streamed(shard)).containsExactlyElementsOf(payloads);
        assertThat(Payloads.byNumber(shard)).containsExactlyElementsOf(payloads);
    }

    @Test
    void anUnfinishedShardDoesNotReplaceAnOlderOne() throws IOException {
        Path shard = Files.writeString(folder.resolve("a.tfrecord"), "before");
        try (var writer = ShardWriter.create(shard)) {
            writer.write(new byte[100]);
        }

        assertThat(shard).hasContent("before");
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(shard);
        }
    }

    @Test
    void aShardThatCannotTakeItsNameIsDiscarded() throws IOException {
        Path shard = folder.resolve("a.tfrecord");
        Files.createDirectories(shard.resolve("in the way"));
        try (var writer = ShardWriter.create(shard)) {
            writer.write(new byte[100]);
            assertThatThrownBy(writer::finish)
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("cannot write " + shard);
            assertThatThrownBy(() -> writer.write(new byte[1])).isInstanceOf(IllegalStateException.class);
        }

        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(shard);
        }
    }

    @Test
    void aMissingFolderIsNamed() {
        assertThatThrownBy(() -> ShardWriter.create(folder.resolve("nowhere/a.tfrecord")))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("nowhere/a.tfrecord (no such file or folder)");
    }
}
