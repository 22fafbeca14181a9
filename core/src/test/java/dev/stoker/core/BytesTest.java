package dev.stoker.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BytesTest {

    @Test
    void sizesPrintInTheUnitThatSuitsThem() {
        assertThat(new Bytes(0)).hasToString("0 B");
        assertThat(new Bytes(1023)).hasToString("1023 B");
        assertThat(new Bytes(1536)).hasToString("1.5 KiB");
        assertThat(Bytes.ofMebibytes(250)).hasToString("250 MiB");
        assertThat(new Bytes(3L << 40)).hasToString("3.0 TiB");
    }
}
