package dev.stoker.image.decode;

import dev.stoker.image.InvalidImageException;
import dev.stoker.image.internal.Luma;
import dev.stoker.image.internal.Workspace;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * Decodes CMYK JPEGs without Adobe's marker. OpenCV assumes that all CMYK is inverted, which would give negatives, and does
 * not return the four components; the JDK's reader does. These files are rare, so its speed does not matter.
 */
final class CmykJpegDecoder {
    /** The reader puts the components on the heap, four bytes per pixel. */
    private static final long MAXIMUM_PIXELS = 16_000_000;

    private CmykJpegDecoder() {}

    static void decode(MemorySegment encoded, ImageHeader header, int channels, Workspace workspace) {
        if ((long) header.width() * header.height() > MAXIMUM_PIXELS) {
            throw new InvalidImageException(
                    "CMYK JPEG of %d×%d pixels without Adobe's marker; up to %,d pixels are supported, convert it to RGB"
                            .formatted(header.width(), header.height(), MAXIMUM_PIXELS));
        }
        var raster = readRaster(encoded, header);
        var image = workspace.decoded.sized(header.height(), header.width(), channels);
        var pixels = image.pixels();
        var ink = new int[4];
        for (int y = 0; y < header.height(); y++) {
            for (int x = 0; x < header.width(); x++) {
                raster.getPixel(x, y, ink);
                write(pixels, ((long) y * header.width() + x) * channels, channels, ink);
            }
        }
    }

    private static Raster readRaster(MemorySegment encoded, ImageHeader header) {
        var bytes = new ByteArrayInputStream(encoded.toArray(ValueLayout.JAVA_BYTE));
        var reader = ImageIO.getImageReadersByFormatName("jpeg").next();
        try (var stream = new MemoryCacheImageInputStream(bytes)) {
            reader.setInput(stream, true, true);
            return checked(reader.readRaster(0, null), header);
        } catch (IOException | RuntimeException thrown) {
            throw new InvalidImageException(
                    "CMYK JPEG of %d×%d pixels cannot be decoded: %s"
                            .formatted(header.width(), header.height(), thrown.getMessage()),
                    thrown);
        } finally {
            reader.dispose();
        }
    }

    private static Raster checked(Raster raster, ImageHeader header) throws IOException {
        if (raster.getWidth() != header.width() || raster.getHeight() != header.height() || raster.getNumBands() != 4) {
            throw new IOException(
                    "it has %d bands of %d×%d".formatted(raster.getNumBands(), raster.getWidth(), raster.getHeight()));
        }
        return raster;
    }

    private static void write(MemorySegment pixels, long offset, int channels, int[] ink) {
        int paper = 255 - ink[3];
        int red = light(ink[0], paper);
        int green = light(ink[1], paper);
        int blue = light(ink[2], paper);
        if (channels == 1) {
            pixels.set(ValueLayout.JAVA_BYTE, offset, (byte) Math.round(Luma.of(red, green, blue)));
        } else {
            pixels.set(ValueLayout.JAVA_BYTE, offset, (byte) red);
            pixels.set(ValueLayout.JAVA_BYTE, offset + 1, (byte) green);
            pixels.set(ValueLayout.JAVA_BYTE, offset + 2, (byte) blue);
        }
    }

    private static int light(int ink, int paper) {
        return ((255 - ink) * paper + 127) / 255;
    }
}
