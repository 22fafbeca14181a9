package dev.stoker.image;

import dev.stoker.core.PictureDemands;
import dev.stoker.core.StokerException;
import java.util.Optional;

/** Which recipes the parameters of a picture can say: framing, one turn, colours, one blur, one cut, in this order. */
final class OnePass {
    private OnePass() {}

    /** What a step does, in the order of the parameters. */
    private enum Kind {
        FRAME,
        TURN,
        COLOURS,
        BLUR,
        CUT
    }

    /** Refuses what a picture made in one go cannot show, by the name of the step. */
    static void check(Recipe recipe) {
        Optional<Step> before = Optional.empty();
        for (var step : recipe.steps()) {
            refuseInterpolation(step);
            if (before.isPresent() && !mayFollow(before.get(), step)) {
                throw refused(
                        "%s after %s".formatted(name(step), name(before.get())),
                        "framing, one turn, colours, one blur and one cut-out come in this order, each once");
            }
            before = Optional.of(step);
        }
        long jitters =
                recipe.steps().stream().filter(ColorJitter.class::isInstance).count();
        long greys = recipe.steps().stream().filter(Greyscale.class::isInstance).count();
        if (jitters > 1 || greys > 1) {
            throw refused(jitters > 1 ? "a second ColorJitter" : "a second Greyscale", "each comes once");
        }
        if (Stage.of(recipe).size() > 1) {
            throw refused(
                    name(resizing(recipe)) + " behind a crop", "pictures are resized before they get black edges");
        }
    }

    private static Step resizing(Recipe recipe) {
        return Stage.of(recipe).get(1).framing().getFirst();
    }

    private static boolean mayFollow(Step before, Step step) {
        var one = kind(before);
        var other = kind(step);
        boolean repeats = other == Kind.FRAME || other == Kind.COLOURS;
        return repeats ? one.compareTo(other) <= 0 : one.compareTo(other) < 0;
    }

    private static Kind kind(Step step) {
        return switch (step) {
            case FramingStep _ -> Kind.FRAME;
            case Rotate _, Affine _ -> Kind.TURN;
            case ColorJitter _, Greyscale _ -> Kind.COLOURS;
            case Blur _ -> Kind.BLUR;
            case RandomErasing _, Cutout _ -> Kind.CUT;
            case RandAugment _ -> throw refused("RandAugment", "its steps are drawn anew for each picture");
        };
    }

    private static void refuseInterpolation(Step step) {
        kind(step); // refuses a step that stands alone as well
        var interpolation = switch (step) {
            case ResizeShorterSide(int side, Interpolation by) -> by;
            case ResizeTo(int height, int width, Interpolation by) -> by;
            case RandomResizedCrop crop -> crop.interpolation();
            case CenterCrop _, PaddedRandomCrop _, HorizontalFlip _, VerticalFlip _, PaintingStep _ ->
                Interpolation.LINEAR;
        };
        if (interpolation == Interpolation.NEAREST || interpolation == Interpolation.CUBIC) {
            throw refused("%s by %s".formatted(name(step), interpolation), "choose LINEAR or AREA");
        }
    }

    private static String name(Step step) {
        return step.getClass().getSimpleName();
    }

    private static StokerException refused(String what, String why) {
        return new StokerException("%s cannot be done in one pass on a device: %s; leave it out, or augment on the CPU"
                .formatted(what, why));
    }

    static PictureDemands demands(Recipe recipe) {
        boolean mean = false;
        boolean blur = false;
        for (var step : recipe.steps()) {
            mean |= step instanceof ColorJitter jitter && jitter.contrast() > 0;
            blur |= step instanceof Blur soft && soft.probability() > 0;
        }
        return new PictureDemands(mean, blur);
    }
}
