package dev.stoker.bench.internal.format;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** PNGs of kinds that OpenCV does not write: palettes and interlaced ones. */
final class PlainPngs {
    private PlainPngs() {}

    static List<byte[]> files() {
        var files = new ArrayList<byte[]>();
        for (int bits : new int[] {1, 2, 4, 8}) {
            files.add(encoded(palette(bits), bits == 4));
        }
        files.add(encoded(drawn(new BufferedImage(13, 11, BufferedImage.TYPE_INT_RGB)), true));
        files.add(encoded(drawn(new BufferedImage(13, 11, BufferedImage.TYPE_INT_ARGB)), false));
        return files;
    }

    private static BufferedImage palette(int bits) {
        int size = 1 << bits;
        var red = new byte[size];
        var green = new byte[size];
        for (int i = 0; i < size; i++) {
            red[i] = (byte) (255 * i / (size - 1));
            green[i] = (byte) (17 * i);
        }
        var colors = new IndexColorModel(bits, size, red, green, red, 0);
        var type = bits == 8 ? BufferedImage.TYPE_BYTE_INDEXED : BufferedImage.TYPE_BYTE_BINARY;
        return drawn(new BufferedImage(13, 11, type, colors));
    }

    private static BufferedImage drawn(BufferedImage image) {
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                image.setRGB(x, y, new Color(20 * x, 17 * x, 20 * x, 200).getRGB());
            }
        }
        return image;
    }

    private static byte[] encoded(BufferedImage image, boolean interlaced) {
        var bytes = new ByteArrayOutputStream();
        var writer = ImageIO.getImageWritersByFormatName("png").next();
        try (var stream = new MemoryCacheImageOutputStream(bytes)) {
            var parameters = writer.getDefaultWriteParam();
            parameters.setProgressiveMode(interlaced ? ImageWriteParam.MODE_DEFAULT : ImageWriteParam.MODE_DISABLED);
            writer.setOutput(stream);
            writer.write(null, new IIOImage(image, null, null), parameters);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }
}
