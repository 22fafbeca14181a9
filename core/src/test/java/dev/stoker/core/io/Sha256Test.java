package dev.stoker.core.io;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Sha256Test {
    private static final String OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @Test
    void bytesAndPartsAndFilesHaveThePublishedHash(@TempDir Path folder) throws IOException {
        byte[] abc = "abc".getBytes(US_ASCII);
        var parts = Sha256.digest();
        parts.update(abc, 0, 1);
        parts.update(abc, 1, 2);

        assertThat(Sha256.of(abc)).isEqualTo(OF_ABC);
        assertThat(Sha256.hex(parts.digest())).isEqualTo(OF_ABC);
        assertThat(Sha256.of(Files.write(folder.resolve("abc"), abc))).isEqualTo(OF_ABC);
    }

    @Test
    void aFileThatCannotBeReadIsNamed(@TempDir Path folder) {
        assertThatThrownBy(() -> Sha256.of(folder.resolve("missing")))
                .isInstanceOf(StokerException.class)
                .hasMessage("cannot read %s (no such file or folder)".formatted(folder.resolve("missing")));
    }
}
