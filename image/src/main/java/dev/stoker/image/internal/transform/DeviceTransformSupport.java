package dev.stoker.image.internal.transform;

import dev.stoker.core.StokerException;
import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.image.transform.CenterCrop;
import dev.stoker.image.transform.ColorJitter;
import dev.stoker.image.transform.Cutout;
import dev.stoker.image.transform.GaussianBlur;
import dev.stoker.image.transform.GeometricTransform;
import dev.stoker.image.transform.Interpolation;
import dev.stoker.image.transform.PixelTransform;
import dev.stoker.image.transform.RandAugment;
import dev.stoker.image.transform.RandomAffine;
import dev.stoker.image.transform.RandomCrop;
import dev.stoker.image.transform.RandomErasing;
import dev.stoker.image.transform.RandomGrayscale;
import dev.stoker.image.transform.RandomHorizontalFlip;
import dev.stoker.image.transform.RandomResizedCrop;
import dev.stoker.image.transform.RandomRotation;
import dev.stoker.image.transform.RandomVerticalFlip;
import dev.stoker.image.transform.Resize;
import dev.stoker.image.transform.ResizeShorterSide;
import dev.stoker.image.transform.Transform;
import dev.stoker.image.transform.TransformChain;
import java.util.Optional;

/** Which recipes the parameters of an image can say: framing, one turn, colors, one blur, one cut, in this order. */
final class DeviceTransformSupport {
    private DeviceTransformSupport() {}

    /** What a step does, in the order of the parameters. */
    private enum Kind {
        FRAME,
        AFFINE,
        COLORS,
        BLUR,
        ERASE
    }

    /** Refuses what an image made in one go cannot show, by the name of the step. */
    static void check(TransformChain chain) {
        Optional<Transform> before = Optional.empty();
        for (var step : chain.steps()) {
            refuseInterpolation(step);
            if (before.isPresent() && !mayFollow(before.get(), step)) {
                throw refused(
                        "%s after %s".formatted(name(step), name(before.get())),
                        "framing, one turn, colors, one blur and one cut-out come in this order, each once");
            }
            before = Optional.of(step);
        }
        long jitters =
                chain.steps().stream().filter(ColorJitter.class::isInstance).count();
        long grays =
                chain.steps().stream().filter(RandomGrayscale.class::isInstance).count();
        if (jitters > 1 || grays > 1) {
            throw refused(jitters > 1 ? "a second ColorJitter" : "a second Grayscale", "each comes once");
        }
        if (TransformStage.of(chain).size() > 1) {
            throw refused(name(resizing(chain)) + " behind a crop", "images are resized before they get black edges");
        }
    }

    private static Transform resizing(TransformChain chain) {
        return TransformStage.of(chain).get(1).framing().getFirst();
    }

    private static boolean mayFollow(Transform before, Transform step) {
        var one = kind(before);
        var other = kind(step);
        boolean repeats = other == Kind.FRAME || other == Kind.COLORS;
        return repeats ? one.compareTo(other) <= 0 : one.compareTo(other) < 0;
    }

    private static Kind kind(Transform step) {
        return switch (step) {
            case GeometricTransform _ -> Kind.FRAME;
            case RandomRotation _, RandomAffine _ -> Kind.AFFINE;
            case ColorJitter _, RandomGrayscale _ -> Kind.COLORS;
            case GaussianBlur _ -> Kind.BLUR;
            case RandomErasing _, Cutout _ -> Kind.ERASE;
            case RandAugment _ -> throw refused("RandAugment", "its steps are drawn anew for each image");
        };
    }

    private static void refuseInterpolation(Transform step) {
        kind(step); // refuses a step that stands alone as well
        var interpolation = switch (step) {
            case ResizeShorterSide(int side, Interpolation by) -> by;
            case Resize(int height, int width, Interpolation by) -> by;
            case RandomResizedCrop crop -> crop.interpolation();
            case CenterCrop _, RandomCrop _, RandomHorizontalFlip _, RandomVerticalFlip _, PixelTransform _ ->
                Interpolation.LINEAR;
        };
        if (interpolation == Interpolation.NEAREST || interpolation == Interpolation.CUBIC) {
            throw refused("%s by %s".formatted(name(step), interpolation), "choose LINEAR or AREA");
        }
    }

    private static String name(Transform step) {
        return step.getClass().getSimpleName();
    }

    private static StokerException refused(String what, String why) {
        return new StokerException("%s cannot be done in one pass on a device: %s; leave it out, or augment on the CPU"
                .formatted(what, why));
    }

    static AugmentationRequirements requirements(TransformChain chain) {
        boolean mean = false;
        boolean blur = false;
        for (var step : chain.steps()) {
            mean |= step instanceof ColorJitter jitter && jitter.contrast() > 0;
            blur |= step instanceof GaussianBlur soft && soft.probability() > 0;
        }
        return new AugmentationRequirements(mean, blur);
    }
}
