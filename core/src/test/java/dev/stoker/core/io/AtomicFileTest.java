package dev.stoker.core.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
    @TempDir
    Path folder;

    @Test
    void whatIsWrittenIsThere() throws IOException {
        AtomicFile.write(folder.resolve("a.txt"), "grüße");
        assertThat(folder.resolve("a.txt")).hasContent("grüße");
    }

    @Test
    void aWriteThatFailsHalfwayLeavesThePreviousFileAndNothingElse() throws IOException {
        Path file = folder.resolve("a.txt");
        AtomicFile.write(file, "before");
        assertThatThrownBy(() -> AtomicFile.write(file, channel -> {
                    AtomicFile.writeFully(channel, ByteBuffer.wrap(new byte[100]));
                    throw new IOException("No space left on device");
                }))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("No space left on device")
                .hasMessageContaining("untouched");
        assertThat(file).hasContent("before");
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void aFolderThatIsMissingIsNamed() {
        assertThatThrownBy(() -> AtomicFile.write(folder.resolve("nowhere/a.txt"), "x"))
                .hasMessageContaining("nowhere/a.txt (no such file or folder)");
    }
}
