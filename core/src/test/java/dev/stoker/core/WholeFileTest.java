package dev.stoker.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir
    Path folder;

    @Test
    void whatIsWrittenIsThere() throws IOException {
        WholeFile.write(folder.resolve("a.txt"), "grüße");
        assertThat(folder.resolve("a.txt")).hasContent("grüße");
    }

    @Test
    void aWriteThatFailsHalfwayLeavesThePreviousFileAndNothingElse() throws IOException {
        Path file = folder.resolve("a.txt");
        WholeFile.write(file, "before");
        assertThatThrownBy(() -> WholeFile.write(file, channel -> {
                    WholeFile.writeFully(channel, ByteBuffer.wrap(new byte[100]));
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
        assertThatThrownBy(() -> WholeFile.write(folder.resolve("nowhere/a.txt"), "x"))
                .hasMessageContaining("nowhere/a.txt (no such file or folder)");
    }
}
