package dev.stoker.image;

import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.global.opencv_imgcodecs;
import org.bytedeco.opencv.opencv_core.Mat;

/** Encodes images with the JDK's writers, and WebP with OpenCV's. */
public final class EncodedImages {
    private EncodedImages() {}

    public static byte[] jpeg(Pixels pixels) {
        return jpeg(image(pixels), 0.95f, false);
    }

    public static byte[] progressiveJpeg(Pixels pixels) {
        return jpeg(image(pixels), 0.95f, true);
    }

    private static BufferedImage image(Pixels pixels) {
        return pixels.image(pixels.channels() == 1 ? BufferedImage.TYPE_BYTE_GRAY : BufferedImage.TYPE_INT_RGB);
    }

    private static byte[] jpeg(BufferedImage image, float quality, boolean progressive) {
        return jpeg(new IIOImage(image, null, null), quality, progressive);
    }

    /** Stores the bands unchanged: the writer neither converts nor describes them. */
    public static byte[] jpeg(Raster bands) {
        return jpeg(new IIOImage(bands, null, null), 1, false);
    }

    private static byte[] jpeg(IIOImage image, float quality, boolean progressive) {
        var writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        var parameters = writer.getDefaultWriteParam();
        parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        parameters.setCompressionQuality(quality);
        if (progressive) {
            parameters.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
        }
        var bytes = new ByteArrayOutputStream();
        try (var stream = ImageIO.createImageOutputStream(bytes)) {
            writer.setOutput(stream);
            writer.write(null, image, parameters);
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    public static byte[] as(String format, BufferedImage image) {
        var bytes = new ByteArrayOutputStream();
        try {
            if (!ImageIO.write(image, format, bytes)) {
                throw new AssertionError("the JDK cannot write this as " + format);
            }
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        }
        return bytes.toByteArray();
    }

    public static byte[] animation(BufferedImage... frames) {
        var writer = ImageIO.getImageWritersByFormatName("gif").next();
        var bytes = new ByteArrayOutputStream();
        try (var stream = ImageIO.createImageOutputStream(bytes)) {
            writer.setOutput(stream);
            writer.prepareWriteSequence(null);
            for (var frame : frames) {
                writer.writeToSequence(new IIOImage(frame, null, null), null);
            }
            writer.endWriteSequence();
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    /** Lossless above a quality of 100; three or four channels, in OpenCV's order. */
    public static byte[] webp(Pixels pixels, int quality) {
        var segment = pixels.segment();
        try (var data = new BytePointer(segment.asByteBuffer());
                var mat = new Mat(pixels.height(), pixels.width(), opencv_core.CV_8UC(pixels.channels()), data);
                var encoded = new BytePointer();
                var parameters = new IntPointer(opencv_imgcodecs.IMWRITE_WEBP_QUALITY, quality)) {
            opencv_imgcodecs.imencode(".webp", mat, encoded, parameters);
            var bytes = new byte[(int) encoded.limit()];
            encoded.get(bytes);
            return bytes;
        }
    }

    /** The pixels that the JDK's readers decode. */
    public static Pixels read(byte[] encoded) {
        try {
            return Pixels.of(ImageIO.read(new ByteArrayInputStream(encoded)));
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }

    public static MemorySegment segment(byte[] bytes) {
        return Arena.ofAuto().allocateFrom(ValueLayout.JAVA_BYTE, bytes);
    }

    /** The same JPEG with a segment inserted after its first marker. */
    public static byte[] withSegment(byte[] jpeg, int marker, byte[] content) {
        var result = new ByteArrayOutputStream();
        result.write(jpeg, 0, 2);
        result.write(0xff);
        result.write(marker);
        result.write((content.length + 2) >> 8);
        result.write(content.length + 2);
        result.writeBytes(content);
        result.write(jpeg, 2, jpeg.length - 2);
        return result.toByteArray();
    }

    /** A TIFF block whose only entry is the orientation. */
    public static byte[] exif(int orientation, boolean little) {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes((little ? "II" : "MM").getBytes(StandardCharsets.US_ASCII));
        for (int[] number :
                new int[][] {{42, 2}, {8, 4}, {1, 2}, {0x0112, 2}, {3, 2}, {1, 4}, {orientation, 2}, {0, 2}, {0, 4}}) {
            for (int i = 0; i < number[1]; i++) {
                bytes.write(number[0] >> (8 * (little ? i : number[1] - 1 - i)));
            }
        }
        return bytes.toByteArray();
    }
}
