package dev.stoker.image.internal.transform;

import static org.bytedeco.opencv.global.opencv_core.BORDER_REPLICATE;
import static org.bytedeco.opencv.global.opencv_imgproc.WARP_INVERSE_MAP;

import dev.stoker.image.internal.FlipCode;
import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.global.opencv_imgproc;

/** Computes the pixels of a crop and resize: one crop without a copy, one resize into the target, one flip in place. */
final class ImageResampler {
    private static final int BLACK = 0;

    private ImageResampler() {}

    static void render(CropAndResize view, MatImage source, MatImage target, Workspace workspace) {
        if (!view.fills()) {
            RegionErasing.fill(target, BLACK, workspace);
        }
        if (view.isEmpty()) {
            return;
        }
        var across = view.across();
        var down = view.down();
        var part = workspace.secondWindow.window(target, across.at(), down.at(), across.span(), down.span());
        if (across.takesWholePixels() && down.takesWholePixels()) {
            resize(view, source, part, workspace);
        } else {
            sample(view, source, part, workspace);
            flip(view, part, part);
        }
    }

    private static void resize(CropAndResize view, MatImage source, MatImage part, Workspace workspace) {
        int left = view.across().first(source.width());
        int top = view.down().first(source.height());
        int width = view.across().end(source.width()) - left;
        int height = view.down().end(source.height()) - top;
        var window = workspace.window.window(source, left, top, width, height);
        if (width == part.width() && height == part.height()) {
            copy(view, window, part);
        } else {
            boolean downscales = width >= part.width() && height >= part.height();
            int code = downscales
                    ? InterpolationCode.downscaling(view.interpolation())
                    : InterpolationCode.upscaling(view.interpolation());
            opencv_imgproc.resize(window.mat(), part.mat(), workspace.size(part), 0, 0, code);
            flip(view, part, part);
        }
    }

    private static void copy(CropAndResize view, MatImage window, MatImage part) {
        if (view.isFlipped()) {
            flip(view, window, part);
        } else {
            window.mat().copyTo(part.mat());
        }
    }

    private static void flip(CropAndResize view, MatImage from, MatImage to) {
        if (view.isFlipped()) {
            int code = FlipCode.code(view.across().reversed(), view.down().reversed());
            opencv_core.flip(from.mat(), to.mat(), code);
        }
    }

    /** Interpolates at fractional positions, which are visible when upscaling. */
    private static void sample(CropAndResize view, MatImage source, MatImage part, Workspace workspace) {
        var region = view.region(source.width(), source.height());
        var window = workspace.window.window(source, region.left(), region.top(), region.width(), region.height());
        double scaleX = view.across().ratio();
        double scaleY = view.down().ratio();
        var map = new AffineMatrix(
                scaleX,
                0,
                view.across().from() - region.left() + (scaleX - 1) / 2,
                0,
                scaleY,
                view.down().from() - region.top() + (scaleY - 1) / 2);
        opencv_imgproc.warpAffine(
                window.mat(),
                part.mat(),
                AffineWarps.matrix(map, workspace),
                workspace.size(part),
                InterpolationCode.upscaling(view.interpolation()) | WARP_INVERSE_MAP,
                BORDER_REPLICATE,
                workspace.fill(BLACK));
    }
}
