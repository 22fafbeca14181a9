package dev.stoker.image.decode;

import static org.bytedeco.opencv.global.opencv_imgcodecs.IMWRITE_JPEG_QUALITY;
import static org.bytedeco.opencv.global.opencv_imgcodecs.imencode;
import static org.bytedeco.opencv.global.opencv_imgproc.COLOR_RGB2BGR;

import dev.stoker.image.Image;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
import java.lang.foreign.MemorySegment;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.opencv.global.opencv_imgproc;

/** Encodes with OpenCV, which takes colors in the order BGR. */
record OpenCvEncoder(int quality) implements ImageEncoder {
    OpenCvEncoder {
        if (quality < 1 || quality > 100) {
            throw new IllegalArgumentException("quality must be between 1 and 100, got " + quality);
        }
    }

    @Override
    public MemorySegment encode(Image image, ImageFormat format, ScratchBuffers scratch) {
        var workspace = Workspace.of(scratch);
        var source = toBgr(MatImage.of(image), workspace);
        try (var parameters = new IntPointer(IMWRITE_JPEG_QUALITY, quality)) {
            if (!imencode(ending(format), source.mat(), workspace.output, parameters)) {
                throw new IllegalStateException(
                        "OpenCV could not encode %s of %d×%d pixels".formatted(format, image.width(), image.height()));
            }
        }
        var output = workspace.output;
        return MemorySegment.ofAddress(output.address()).reinterpret(output.limit());
    }

    private static String ending(ImageFormat format) {
        return switch (format) {
            case JPEG -> ".jpg";
            case PNG -> ".png";
            case WEBP, BMP, GIF ->
                throw new IllegalArgumentException("images are encoded as JPEG or PNG, not as " + format);
        };
    }

    private static MatImage toBgr(MatImage image, Workspace workspace) {
        if (image.channels() == 1) {
            return image;
        }
        var swapped = workspace.temporary.like(image);
        opencv_imgproc.cvtColor(image.mat(), swapped.mat(), COLOR_RGB2BGR);
        return swapped;
    }
}
