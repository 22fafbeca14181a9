package dev.stoker.telemetry.chart;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** A small image as a PNG file: thumbnails and sheets of them, without a library of images. */
public record PngImage(int width, int height, byte[] file) {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final int GRAY = 0;
    private static final int COLOR = 2;

    public PngImage {
        file = file.clone();
    }

    /** Of pixels row by row, channels innermost; one channel or three. */
    public static PngImage of(int width, int height, int channels, byte[] pixels) {
        if (width < 1 || height < 1 || (channels != 1 && channels != 3) || pixels.length != width * height * channels) {
            throw new IllegalArgumentException(
                    "a PNG needs one or three channels and a byte for each, got %d×%d×%d and %d bytes"
                            .formatted(height, width, channels, pixels.length));
        }
        var file = new ByteArrayOutputStream();
        file.writeBytes(SIGNATURE);
        var header = ByteBuffer.allocate(13).putInt(width).putInt(height).put((byte) 8);
        header.put((byte) (channels == 1 ? GRAY : COLOR)); // no compression, filter or interlace but the only ones
        chunk(file, "IHDR", header.array(), 13);
        var content = deflated(filtered(width * channels, height, channels, pixels));
        chunk(file, "IDAT", content, content.length);
        chunk(file, "IEND", new byte[0], 0);
        return new PngImage(width, height, file.toByteArray());
    }

    @Override
    public byte[] file() {
        return file.clone();
    }

    /** For the source of an image in a page. */
    public String dataUri() {
        return "data:image/png;base64," + Base64.getEncoder().encodeToString(file);
    }

    /** Each row as differences to the pixel before, which compress better; the first byte says so. */
    private static byte[] filtered(int row, int height, int channels, byte[] pixels) {
        var filtered = new byte[(row + 1) * height];
        for (int y = 0; y < height; y++) {
            int to = y * (row + 1);
            filtered[to++] = 1;
            for (int x = 0; x < row; x++) {
                int before = x < channels ? 0 : pixels[y * row + x - channels];
                filtered[to++] = (byte) (pixels[y * row + x] - before);
            }
        }
        return filtered;
    }

    private static byte[] deflated(byte[] content) {
        try (var deflater = new Deflater(Deflater.BEST_COMPRESSION)) {
            deflater.setInput(content);
            deflater.finish();
            var output = new ByteArrayOutputStream();
            var buffer = new byte[1 << 13];
            while (!deflater.finished()) {
                output.write(buffer, 0, deflater.deflate(buffer));
            }
            return output.toByteArray();
        }
    }

    private static void chunk(ByteArrayOutputStream file, String type, byte[] content, int length) {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        var checksum = new CRC32();
        checksum.update(name);
        checksum.update(content, 0, length);
        file.writeBytes(ByteBuffer.allocate(4).putInt(length).array());
        file.writeBytes(name);
        file.write(content, 0, length);
        file.writeBytes(ByteBuffer.allocate(4).putInt((int) checksum.getValue()).array());
    }
}
