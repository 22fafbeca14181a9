package dev.stoker.image;

import static org.bytedeco.opencv.global.opencv_imgcodecs.IMWRITE_JPEG_QUALITY;
import static org.bytedeco.opencv.global.opencv_imgcodecs.imencode;
import static org.bytedeco.opencv.global.opencv_imgproc.COLOR_RGB2BGR;

import java.lang.foreign.MemorySegment;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.opencv.global.opencv_imgproc;

/** Encodes with OpenCV, which wants blue first. */
record OpenCvEncoder(int quality) implements Encoder {
    OpenCvEncoder {
        if (quality < 1 || quality > 100) {
            throw new IllegalArgumentException("quality must be between 1 and 100, got " + quality);
        }
    }

    @Override
    public MemorySegment encode(Picture picture, ImageFormat format, Scratch scratch) {
        var source = blueFirst(picture, scratch);
        try (var parameters = new IntPointer(IMWRITE_JPEG_QUALITY, quality)) {
            if (!imencode(ending(format), source.mat(), scratch.output, parameters)) {
                throw new IllegalStateException(
                        "OpenCV encodes no %s of %d×%d pixels".formatted(format, picture.width(), picture.height()));
            }
        }
        var output = scratch.output;
        return MemorySegment.ofAddress(output.address()).reinterpret(output.limit());
    }

    private static String ending(ImageFormat format) {
        return switch (format) {
            case JPEG -> ".jpg";
            case PNG -> ".png";
            case WEBP, BMP, GIF ->
                throw new IllegalArgumentException("pictures are encoded as JPEG or PNG, not as " + format);
        };
    }

    private static Picture blueFirst(Picture picture, Scratch scratch) {
        if (picture.channels() == 1) {
            return picture;
        }
        var swapped = scratch.spare.like(picture);
        opencv_imgproc.cvtColor(picture.mat(), swapped.mat(), COLOR_RGB2BGR);
        return swapped;
    }
}
