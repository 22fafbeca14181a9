package dev.stoker.image;

import dev.stoker.core.PictureParameters;
import dev.stoker.core.Shape;

/** A view in numbers, as {@link Rendering} would show it. */
final class FrameParameters {
    /** Linear interpolation would skip pixels where more than so many go into one. */
    private static final double MOST_BETWEEN = 2;

    private FrameParameters() {}

    static void say(View view, Shape source, PictureParameters said) {
        var across = view.across();
        var down = view.down();
        said.shown(across.at(), down.at(), across.at() + across.span(), down.at() + down.span());
        if (view.isEmpty()) {
            said.frame(1, 0, 1, 0, PictureParameters.BLACK);
        } else if (across.takesWholePixels() && down.takesWholePixels()) {
            say(view, whole(across, source.width()), whole(down, source.height()), said);
            said.window(
                    across.first(source.width()),
                    down.first(source.height()),
                    across.end(source.width()),
                    down.end(source.height()));
        } else {
            say(view, across, down, said);
            var region = view.region(source.width(), source.height());
            said.window(region.left(), region.top(), region.left() + region.width(), region.top() + region.height());
        }
    }

    /** The same axis over the whole pixels that it takes. */
    private static Axis whole(Axis axis, int available) {
        int first = axis.first(available);
        return new Axis(first, axis.end(available) - first, axis.at(), axis.span(), axis.size(), axis.reversed());
    }

    private static void say(View view, Axis across, Axis down, PictureParameters said) {
        boolean meant = view.interpolation() == Interpolation.AREA && across.ratio() >= 1 && down.ratio() >= 1;
        int means = (isMean(across, meant) ? PictureParameters.MEAN_X : 0)
                | (isMean(down, meant) ? PictureParameters.MEAN_Y : 0);
        said.frame(scale(across), offset(across), scale(down), offset(down), PictureParameters.NEAREST | means);
    }

    private static boolean isMean(Axis axis, boolean meant) {
        return meant || axis.ratio() > MOST_BETWEEN;
    }

    private static double scale(Axis axis) {
        return axis.reversed() ? -axis.ratio() : axis.ratio();
    }

    /** Where the middle of the canvas' first pixel lies, whole numbers being the middles of source pixels. */
    private static double offset(Axis axis) {
        return axis.reversed()
                ? axis.from() + (axis.at() + axis.span() - 0.5) * axis.ratio() - 0.5
                : axis.from() + (0.5 - axis.at()) * axis.ratio() - 0.5;
    }
}
