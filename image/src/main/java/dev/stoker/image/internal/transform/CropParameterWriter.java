package dev.stoker.image.internal.transform;

import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.image.transform.Interpolation;

/** Writes a crop and resize as parameters, for the pixels that {@link ImageResampler} would compute. */
final class CropParameterWriter {
    /** Linear interpolation skips pixels at larger ratios. */
    private static final double MAXIMUM_LINEAR_RATIO = 2;

    private CropParameterWriter() {}

    static void write(CropAndResize view, Shape source, AugmentationParameters builder) {
        var across = view.across();
        var down = view.down();
        builder.visible(across.at(), down.at(), across.at() + across.span(), down.at() + down.span());
        if (view.isEmpty()) {
            builder.crop(1, 0, 1, 0, AugmentationParameters.BLACK);
        } else if (across.takesWholePixels() && down.takesWholePixels()) {
            write(view, whole(across, source.width()), whole(down, source.height()), builder);
            builder.window(
                    across.first(source.width()),
                    down.first(source.height()),
                    across.end(source.width()),
                    down.end(source.height()));
        } else {
            write(view, across, down, builder);
            var region = view.region(source.width(), source.height());
            builder.window(region.left(), region.top(), region.left() + region.width(), region.top() + region.height());
        }
    }

    /** The same axis, rounded to whole source pixels. */
    private static CropAndResizeAxis whole(CropAndResizeAxis axis, int available) {
        int first = axis.first(available);
        return new CropAndResizeAxis(
                first, axis.end(available) - first, axis.at(), axis.span(), axis.size(), axis.reversed());
    }

    private static void write(
            CropAndResize view, CropAndResizeAxis across, CropAndResizeAxis down, AugmentationParameters builder) {
        boolean area = view.interpolation() == Interpolation.AREA && across.ratio() >= 1 && down.ratio() >= 1;
        int means = (isMean(across, area) ? AugmentationParameters.MEAN_X : 0)
                | (isMean(down, area) ? AugmentationParameters.MEAN_Y : 0);
        builder.crop(scale(across), offset(across), scale(down), offset(down), AugmentationParameters.NEAREST | means);
    }

    private static boolean isMean(CropAndResizeAxis axis, boolean area) {
        return area || axis.ratio() > MAXIMUM_LINEAR_RATIO;
    }

    private static double scale(CropAndResizeAxis axis) {
        return axis.reversed() ? -axis.ratio() : axis.ratio();
    }

    /** The source position of the center of the canvas' first pixel; centers of source pixels are integers. */
    private static double offset(CropAndResizeAxis axis) {
        return axis.reversed()
                ? axis.from() + (axis.at() + axis.span() - 0.5) * axis.ratio() - 0.5
                : axis.from() + (0.5 - axis.at()) * axis.ratio() - 0.5;
    }
}
