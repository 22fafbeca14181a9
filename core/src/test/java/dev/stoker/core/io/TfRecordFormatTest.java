package dev.stoker.core.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class TfRecordFormatTest {

    /** CRC-32C of "123456789" is e3069283 by its definition; rotated right by 15 and offset it is the masked form. */
    @Test
    void theMaskedChecksumFollowsItsDefinition() {
        int masked = TfRecordFormat.maskedChecksum(ByteBuffer.wrap("123456789".getBytes(StandardCharsets.US_ASCII)));
        int rotated = masked - 0xa282ead8;
        assertThat(Integer.toHexString(Integer.rotateLeft(rotated, 15))).isEqualTo("e3069283");
    }

    @Test
    void aFrameIsLengthChecksumPayloadChecksumInLittleEndian() {
        var frame = TfRecordFormat.frame(new byte[] {1, 2, 3});
        var bytes = new byte[frame.remaining()];
        frame.get(bytes);
        assertThat(bytes).hasSize(8 + 4 + 3 + 4);
        assertThat(HexFormat.of().formatHex(bytes, 0, 8)).isEqualTo("0300000000000000");
        assertThat(HexFormat.of().formatHex(bytes, 12, 15)).isEqualTo("010203");
    }
}
