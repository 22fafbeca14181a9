package dev.stoker.image;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.awt.image.Raster;
import java.io.ByteArrayOutputStream;

/** JPEGs that no ordinary writer writes. */
public final class JpegCases {
    private JpegCases() {}

    public static byte[] oriented(byte[] jpeg, int orientation, boolean little) {
        return EncodedImages.withSegment(jpeg, 0xe1, exifSegment(orientation, little));
    }

    public static byte[] exifSegment(int orientation, boolean little) {
        var content = new ByteArrayOutputStream();
        content.writeBytes("Exif\0\0".getBytes(US_ASCII));
        content.writeBytes(EncodedImages.exif(orientation, little));
        return content.toByteArray();
    }

    /** Four components stored unchanged. */
    public static byte[] cmyk(Pixels pixels) {
        return EncodedImages.jpeg(raster(pixels));
    }

    /** Three components stored unchanged, which readers treat as YCbCr unless a marker says otherwise. */
    public static byte[] components(Pixels pixels) {
        return EncodedImages.jpeg(raster(pixels));
    }

    private static Raster raster(Pixels pixels) {
        var raster = Raster.createInterleavedRaster(
                java.awt.image.DataBuffer.TYPE_BYTE, pixels.width(), pixels.height(), pixels.channels(), null);
        for (int y = 0; y < pixels.height(); y++) {
            for (int x = 0; x < pixels.width(); x++) {
                for (int channel = 0; channel < pixels.channels(); channel++) {
                    raster.setSample(x, y, channel, (int) Math.rint(pixels.at(y, x, channel)));
                }
            }
        }
        return raster;
    }

    /** Adobe's marker: 0 for no transform, 1 for YCbCr, 2 for YCCK. */
    public static byte[] adobe(byte[] jpeg, int transform) {
        var content = new byte[12];
        System.arraycopy("Adobe".getBytes(US_ASCII), 0, content, 0, 5);
        content[6] = 100;
        content[11] = (byte) transform;
        return EncodedImages.withSegment(jpeg, 0xee, content);
    }

    /** Where the frame header's marker is. */
    public static int frame(byte[] jpeg) {
        int offset = 2;
        while ((jpeg[offset + 1] & 0xff) != 0xc0 && (jpeg[offset + 1] & 0xff) != 0xc2) {
            offset += 2 + ((jpeg[offset + 2] & 0xff) << 8 | (jpeg[offset + 3] & 0xff));
        }
        return offset;
    }
}
