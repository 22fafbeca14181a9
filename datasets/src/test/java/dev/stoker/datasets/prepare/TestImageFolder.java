package dev.stoker.datasets.prepare;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import javax.imageio.ImageIO;

/** Makes trees of generated images. */
record TestImageFolder(Path root) {

    /** So many images of each class, JPEGs and PNGs in turn, no two the same. */
    TestImageFolder with(String folder, int images) {
        for (int i = 0; i < images; i++) {
            String ending = i % 2 == 0 ? "jpg" : "png";
            write("%s/%03d.%s".formatted(folder, i, ending), image(ending, 20 + i % 5, 16, folder.hashCode() + i));
        }
        return this;
    }

    byte[] write(String name, byte[] bytes) {
        try {
            Path file = root.resolve(name);
            Files.createDirectories(file.getParent());
            Files.write(file, bytes);
            return bytes;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static byte[] image(String format, int width, int height, long seed) {
        var random = new Random(seed);
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        int base = random.nextInt(0x808080);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image.setRGB(x, y, base + 0x10101 * ((x + y) % 64) + random.nextInt(8));
            }
        }
        return encoded(format, image);
    }

    static byte[] encoded(String format, BufferedImage image) {
        var bytes = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, format, bytes);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return bytes.toByteArray();
    }
}
