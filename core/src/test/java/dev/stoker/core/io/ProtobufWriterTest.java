package dev.stoker.core.io;

import static dev.stoker.core.io.ProtobufWriter.DELIMITED;
import static dev.stoker.core.io.ProtobufWriter.tag;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class ProtobufWriterTest {
    private final ProtobufWriter writer = new ProtobufWriter();

    private String hex() {
        return HexFormat.of().formatHex(writer.toBytes());
    }

    /** The examples of the protocol buffers' encoding guide: field 1 = 150, field 2 = "testing", field 3 = field 1. */
    @Test
    void theExamplesOfTheSpecificationAreEncodedAsItSays() {
        writer.varint(tag(1, ProtobufWriter.VARINT));
        writer.varint(150);
        assertThat(hex()).isEqualTo("089601");
        var outer = new ProtobufWriter();
        outer.message(tag(3, DELIMITED), writer);
        assertThat(HexFormat.of().formatHex(outer.toBytes())).isEqualTo("1a03089601");
        writer.clear();
        writer.text(tag(2, DELIMITED), "testing");
        assertThat(hex()).isEqualTo("120774657374696e67");
    }

    @Test
    void numbersOfFixedSizeAreLittleEndian() {
        writer.fixed32(1.5f);
        writer.fixed64(-2);
        assertThat(hex()).isEqualTo("0000c03f" + "00000000000000c0");
    }

    @Test
    void negativeVarintsTakeTenBytesAndSizesAreKnownBefore() {
        writer.varint(-1);
        assertThat(writer.size()).isEqualTo(10).isEqualTo(ProtobufWriter.sizeOfVarint(-1));
        assertThat(ProtobufWriter.sizeOfVarint(0)).isEqualTo(1);
        assertThat(ProtobufWriter.sizeOfVarint(128)).isEqualTo(2);
        assertThat(ProtobufWriter.sizeOfDelimited(200)).isEqualTo(1 + 2 + 200);
    }

    @Test
    void theArrayGrows() {
        writer.text(tag(1, DELIMITED), "x".repeat(5_000));
        assertThat(writer.size()).isEqualTo(ProtobufWriter.sizeOfDelimited(5_000));
        assertThat(writer.written().byteSize()).isEqualTo(writer.size());
    }
}
