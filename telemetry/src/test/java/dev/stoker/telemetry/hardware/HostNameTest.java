package dev.stoker.telemetry.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostNameTest {
    @TempDir
    Path folder;

    @Test
    void charactersThatDoNotFitAFileNameAreReplaced() throws IOException {
        Path file = Files.writeString(folder.resolve("hostname"), "gpu-7.lab/ä\n");

        assertThat(HostName.from(file)).isEqualTo("gpu-7-lab--");
    }

    @Test
    void aMachineWithoutANameIsCalledStoker() throws IOException {
        assertThat(HostName.from(folder.resolve("absent"))).isEqualTo("stoker");
        assertThat(HostName.from(Files.writeString(folder.resolve("hostname"), "\n")))
                .isEqualTo("stoker");
    }
}
