package dev.stoker.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    @Test
    void sizesAreReadWithDecimalAndBinaryUnits() {
        assertThat(Bytes.parse("100MB").count()).isEqualTo(100_000_000);
        assertThat(Bytes.parse("2 GiB").count()).isEqualTo(2L << 30);
        assertThat(Bytes.parse("300kb").count()).isEqualTo(300_000);
        assertThat(Bytes.parse("4096").count()).isEqualTo(4096);
        for (String wrong : new String[] {"", "MB", "-1", "1.5MB", "3TB"}) {
            assertThatThrownBy(() -> Bytes.parse(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
