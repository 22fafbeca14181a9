package dev.stoker.job;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.Raster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import org.jspecify.annotations.Nullable;

/** Synthetic images: smooth colors with some noise, of two classes, in files of all formats. */
public final class TestImageFiles {
    private static final String JPEG_TREE = "javax_imageio_jpeg_image_1.0";

    private TestImageFiles() {}

    /** For tests that only read them. */
    public static Path of(int training, int test) {
        return SharedTestFolders.of("images %d %d".formatted(training, test), folder -> write(folder, training, test));
    }

    /** A tree of plain JPEGs: warm and cold ones, of sizes from 40 to 69 pixels. */
    static Path write(Path folder, int training, int test) throws IOException {
        for (int i = 0; i < training + test; i++) {
            String part = i < training ? "train" : "val";
            String name = "%s/%s/%04d.jpg".formatted(part, i % 2 == 0 ? "warm" : "cold", i);
            put(folder, name, jpeg(image(40 + i * 7 % 30, 40 + i * 11 % 30, i), "2x2"));
        }
        return folder;
    }

    static void put(Path folder, String name, byte[] content) throws IOException {
        Files.createDirectories(folder.resolve(name).getParent());
        Files.write(folder.resolve(name), content);
    }

    /** Even numbers are warm. */
    static BufferedImage image(int height, int width, int number) {
        var random = new SplittableRandom(number);
        double phase = 6 * random.nextDouble();
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int base = (int) (110 + 60 * Math.sin(phase + 5.0 * x / width + 3.0 * y / height)) + random.nextInt(9);
                int other = (int) (90 + 50 * Math.cos(phase + 4.0 * y / height));
                int red = number % 2 == 0 ? base + 40 : other;
                int blue = number % 2 == 0 ? other : base + 40;
                image.setRGB(x, y, red << 16 | ((base + other) / 2) << 8 | blue);
            }
        }
        return image;
    }

    /** With chroma subsampling 1x1, 2x1 or 2x2. */
    static byte[] jpeg(BufferedImage image, String sampling) {
        return jpeg(new IIOImage(image, null, null), sampling, false);
    }

    static byte[] progressive(BufferedImage image) {
        return jpeg(new IIOImage(image, null, null), "2x2", true);
    }

    static byte[] gray(BufferedImage image) {
        var gray = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_BYTE_GRAY);
        var graphics = gray.createGraphics();
        graphics.drawImage(image, 0, 0, null);
        graphics.dispose();
        return jpeg(new IIOImage(gray, null, null), "", false);
    }

    /** Four components without conversion. */
    static byte[] inks(int height, int width) {
        var raster = Raster.createInterleavedRaster(DataBuffer.TYPE_BYTE, width, height, 4, null);
        for (int i = 0; i < height * width; i++) {
            raster.setPixel(i % width, i / width, new int[] {i % 200, 100, 50, 20});
        }
        return jpeg(new IIOImage(raster, null, null), "", false);
    }

    static byte[] png(BufferedImage image) {
        var bytes = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", bytes);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return bytes.toByteArray();
    }

    /** The same JPEG with an EXIF orientation of a quarter turn. */
    static byte[] turned(byte[] jpeg) {
        var segment = new ByteArrayOutputStream();
        segment.writeBytes("Exif\0\0MM\0*\0\0\0\b\0\1".getBytes(StandardCharsets.US_ASCII));
        segment.writeBytes(new byte[] {1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0});
        var result = new ByteArrayOutputStream();
        result.write(jpeg, 0, 2);
        result.writeBytes(new byte[] {(byte) 0xff, (byte) 0xe1, 0, (byte) (segment.size() + 2)});
        result.writeBytes(segment.toByteArray());
        result.write(jpeg, 2, jpeg.length - 2);
        return result.toByteArray();
    }

    private static byte[] jpeg(IIOImage image, String sampling, boolean progressive) {
        var writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        var parameters = writer.getDefaultWriteParam();
        parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        parameters.setCompressionQuality(0.95f);
        if (progressive) {
            parameters.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
        }
        var bytes = new ByteArrayOutputStream();
        try (var stream = ImageIO.createImageOutputStream(bytes)) {
            writer.setOutput(stream);
            if (!sampling.isEmpty() && !progressive) {
                var type = new ImageTypeSpecifier(image.getRenderedImage());
                image.setMetadata(sampled(writer.getDefaultImageMetadata(type, parameters), sampling));
            }
            writer.write(null, image, parameters);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    private static @Nullable IIOMetadata sampled(IIOMetadata metadata, String sampling) throws IOException {
        var tree = (IIOMetadataNode) metadata.getAsTree(JPEG_TREE);
        var luma = (IIOMetadataNode) tree.getElementsByTagName("componentSpec").item(0);
        luma.setAttribute("HsamplingFactor", sampling.substring(0, 1));
        luma.setAttribute("VsamplingFactor", sampling.substring(2));
        metadata.setFromTree(JPEG_TREE, tree);
        return metadata;
    }
}
