package dev.stoker.image.internal.transform;

import dev.stoker.core.StokerException;
import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.core.image.OperationParameters;
import dev.stoker.image.transform.CenterCrop;
import dev.stoker.image.transform.ColorJitter;
import dev.stoker.image.transform.Cutout;
import dev.stoker.image.transform.GaussianBlur;
import dev.stoker.image.transform.GeometricTransform;
import dev.stoker.image.transform.Interpolation;
import dev.stoker.image.transform.OperationPolicy;
import dev.stoker.image.transform.OperationPolicy.AugMix;
import dev.stoker.image.transform.PixelTransform;
import dev.stoker.image.transform.RandAugment;
import dev.stoker.image.transform.RandomAffine;
import dev.stoker.image.transform.RandomCrop;
import dev.stoker.image.transform.RandomErasing;
import dev.stoker.image.transform.RandomFilter;
import dev.stoker.image.transform.RandomFilter.RandomPerspective;
import dev.stoker.image.transform.RandomGrayscale;
import dev.stoker.image.transform.RandomHorizontalFlip;
import dev.stoker.image.transform.RandomResizedCrop;
import dev.stoker.image.transform.RandomRotation;
import dev.stoker.image.transform.RandomVerticalFlip;
import dev.stoker.image.transform.Resize;
import dev.stoker.image.transform.ResizeShorterSide;
import dev.stoker.image.transform.ResizeToCover;
import dev.stoker.image.transform.Transform;
import dev.stoker.image.transform.TransformChain;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which chains the parameters of an image can express: crop and resize, one affine transform, colors and operations, one blur, one erased region, in this order. */
final class DeviceTransformSupport {
    private DeviceTransformSupport() {}

    /** The kinds of transforms, in the order of the parameters. */
    private enum Kind {
        GEOMETRIC,
        AFFINE,
        COLORS,
        BLUR,
        ERASE
    }

    /** Throws where parameters cannot express a chain, with the name of the transform. */
    static void check(TransformChain chain) {
        Optional<Transform> before = Optional.empty();
        for (var transform : chain.transforms()) {
            refuseInterpolation(transform);
            if (before.isPresent() && !mayFollow(before.get(), transform)) {
                throw refused(
                        "%s after %s".formatted(name(transform), name(before.get())),
                        "crops and resizes, one rotation or affine transform, colors and operations, one blur and one"
                                + " erased region come in this order, and only colors and operations repeat");
            }
            before = Optional.of(transform);
        }
        refuseRepetition(chain);
        refuseOperations(chain);
        if (TransformStage.of(chain).size() > 1) {
            throw refused(
                    name(resizing(chain)) + " after a crop", "images are resized before they are padded with black");
        }
    }

    /** Colors have one place each in the parameters, unless they are operations; a perspective always has one. */
    private static void refuseRepetition(TransformChain chain) {
        boolean inOnePass = OperationCounts.of(chain) == 0;
        if (inOnePass && count(chain, ColorJitter.class) > 1) {
            throw refused("a second ColorJitter", "each comes once");
        }
        if (inOnePass && count(chain, RandomGrayscale.class) > 1) {
            throw refused("a second RandomGrayscale", "each comes once");
        }
        if (count(chain, RandomPerspective.class) > 1) {
            throw refused("a second RandomPerspective", "each comes once");
        }
    }

    private static long count(TransformChain chain, Class<? extends Transform> kind) {
        return chain.transforms().stream().filter(kind::isInstance).count();
    }

    private static void refuseOperations(TransformChain chain) {
        int operations = OperationCounts.of(chain);
        if (operations > OperationParameters.MAXIMUM) {
            var all = chain.transforms().stream()
                    .filter(transform -> OperationCounts.of(transform) > 0)
                    .map(DeviceTransformSupport::name)
                    .collect(Collectors.joining(" with "));
            throw refused(
                    all,
                    "an image may get %d operations, and its parameters hold %d"
                            .formatted(operations, OperationParameters.MAXIMUM));
        }
    }

    private static Transform resizing(TransformChain chain) {
        return TransformStage.of(chain).get(1).geometric().getFirst();
    }

    private static boolean mayFollow(Transform before, Transform transform) {
        var one = kind(before);
        var other = kind(transform);
        boolean repeats = other == Kind.GEOMETRIC || other == Kind.COLORS;
        return repeats ? one.compareTo(other) <= 0 : one.compareTo(other) < 0;
    }

    private static Kind kind(Transform transform) {
        return switch (transform) {
            case GeometricTransform _ -> Kind.GEOMETRIC;
            case RandomRotation _, RandomAffine _ -> Kind.AFFINE;
            case ColorJitter _, RandomGrayscale _, RandomFilter _, RandAugment _, OperationPolicy _ -> Kind.COLORS;
            case GaussianBlur _ -> Kind.BLUR;
            case RandomErasing _, Cutout _ -> Kind.ERASE;
        };
    }

    private static void refuseInterpolation(Transform transform) {
        var interpolation = switch (transform) {
            case ResizeShorterSide(int side, Interpolation by) -> by;
            case ResizeToCover(int height, int width, Interpolation by) -> by;
            case Resize(int height, int width, Interpolation by) -> by;
            case RandomResizedCrop crop -> crop.interpolation();
            case CenterCrop _, RandomCrop _, RandomHorizontalFlip _, RandomVerticalFlip _, PixelTransform _ ->
                Interpolation.LINEAR;
        };
        if (interpolation == Interpolation.NEAREST || interpolation == Interpolation.CUBIC) {
            throw refused("%s by %s".formatted(name(transform), interpolation), "choose LINEAR or AREA");
        }
    }

    private static String name(Transform transform) {
        return transform.getClass().getSimpleName();
    }

    private static StokerException refused(String what, String why) {
        return new StokerException(
                "%s cannot be done on a device: %s; remove it, or augment on the CPU".formatted(what, why));
    }

    static AugmentationRequirements requirements(TransformChain chain) {
        int operations = OperationCounts.of(chain);
        boolean mean = false;
        boolean blur = false;
        boolean mix = false;
        for (var transform : chain.transforms()) {
            mean |= operations == 0 && transform instanceof ColorJitter jitter && jitter.contrast() > 0;
            blur |= transform instanceof GaussianBlur soft && soft.probability() > 0;
            mix |= transform instanceof AugMix && OperationCounts.of(transform) > 0;
        }
        return new AugmentationRequirements(mean, blur, operations, mix);
    }
}
