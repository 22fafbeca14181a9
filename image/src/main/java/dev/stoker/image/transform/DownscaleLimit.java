package dev.stoker.image.transform;

import dev.stoker.image.Image;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
import dev.stoker.image.internal.transform.InterpolationCode;
import org.bytedeco.opencv.global.opencv_imgproc;

/**
 * Upper limits on the sides of an image: the aspect ratio is kept, and nothing is upscaled. {@link Integer#MAX_VALUE} is no
 * limit.
 */
public record DownscaleLimit(int shorterSide, int longerSide) {
    /** Changes no image. */
    public static final DownscaleLimit NONE = new DownscaleLimit(Integer.MAX_VALUE, Integer.MAX_VALUE);

    public DownscaleLimit {
        TransformPreconditions.size(shorterSide, longerSide);
    }

    public boolean changes(int width, int height) {
        return Math.min(width, height) > shorterSide || Math.max(width, height) > longerSide;
    }

    /** The image within the limits: in the scratch buffers, or the same one where nothing changes. */
    public Image apply(Image image, ScratchBuffers scratch) {
        if (!changes(image.width(), image.height())) {
            return image;
        }
        double factor = factor(image.width(), image.height());
        var workspace = Workspace.of(scratch);
        int height = side(image.height(), factor);
        var target = workspace.intermediate.sized(height, side(image.width(), factor), image.channels());
        var size = workspace.size(target);
        int area = InterpolationCode.downscaling(Interpolation.AREA);
        opencv_imgproc.resize(MatImage.of(image).mat(), target.mat(), size, 0, 0, area);
        return target;
    }

    private double factor(int width, int height) {
        return Math.min(
                1,
                Math.min(
                        shorterSide / (double) Math.min(width, height), longerSide / (double) Math.max(width, height)));
    }

    private static int side(int length, double factor) {
        return Math.max(1, (int) Math.round(length * factor));
    }
}
