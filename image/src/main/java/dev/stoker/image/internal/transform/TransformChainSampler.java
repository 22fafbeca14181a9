package dev.stoker.image.internal.transform;

import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.InvalidImageException;
import dev.stoker.image.transform.AugmentationParameterSampler;
import dev.stoker.image.transform.ColorJitter;
import dev.stoker.image.transform.Cutout;
import dev.stoker.image.transform.GaussianBlur;
import dev.stoker.image.transform.OperationPolicy.AugMix;
import dev.stoker.image.transform.OperationPolicy.AutoAugment;
import dev.stoker.image.transform.OperationPolicy.TrivialAugment;
import dev.stoker.image.transform.PixelTransform;
import dev.stoker.image.transform.RandAugment;
import dev.stoker.image.transform.RandomAffine;
import dev.stoker.image.transform.RandomErasing;
import dev.stoker.image.transform.RandomFilter.RandomAdjustSharpness;
import dev.stoker.image.transform.RandomFilter.RandomPerspective;
import dev.stoker.image.transform.RandomFilter.RandomPosterize;
import dev.stoker.image.transform.RandomFilter.RandomSolarize;
import dev.stoker.image.transform.RandomGrayscale;
import dev.stoker.image.transform.RandomRotation;
import dev.stoker.image.transform.TransformChain;
import java.lang.foreign.MemorySegment;

/** Samples what {@link HostTransformChain} would sample, for chains of one stage with pixel transforms in the order of the parameters. */
public record TransformChainSampler(TransformStage stage, Shape target, AugmentationRequirements requirements)
        implements AugmentationParameterSampler {

    public static TransformChainSampler of(TransformChain chain, Shape target) {
        if (target.channels() != 1 && target.channels() != 3) {
            throw new IllegalArgumentException("images have 1 or 3 channels, got " + target);
        }
        OutputSizeCheck.check(chain, target);
        DeviceTransformSupport.check(chain);
        return new TransformChainSampler(
                TransformStage.of(chain).getFirst(), target, DeviceTransformSupport.requirements(chain));
    }

    @Override
    public void sample(int index, Shape source, SeededRandom random, MemorySegment parameters) {
        if (source.channels() != target.channels()) {
            throw new IllegalArgumentException(
                    "an image of %s cannot become %s: transforms keep the channels".formatted(source, target));
        }
        var view = stage.compose(CropAndResize.whole(source.width(), source.height()), random);
        if (view.width() != target.width() || view.height() != target.height()) {
            throw new InvalidImageException(
                    "the transforms leave it at %d×%d pixels, but rows hold %d×%d; add a resize or a crop"
                            .formatted(view.height(), view.width(), target.height(), target.width()));
        }
        var builder = AugmentationParameters.begin(parameters).source(index);
        CropParameterWriter.write(view, source, builder);
        addPixelTransforms(builder, random);
    }

    @Override
    public void addPixelTransforms(SeededRandom random, MemorySegment parameters) {
        addPixelTransforms(AugmentationParameters.append(parameters), random);
    }

    private void addPixelTransforms(AugmentationParameters builder, SeededRandom random) {
        for (int i = 0; i < stage.pixel().size(); i++) {
            add(stage.pixel().get(i), builder, random);
        }
    }

    private void add(PixelTransform transform, AugmentationParameters builder, SeededRandom random) {
        switch (transform) {
            case RandomRotation rotate ->
                affine(AffineWarps.sample(rotate, target.width(), target.height(), random), rotate.fill(), builder);
            case RandomAffine affine ->
                affine(AffineWarps.sample(affine, target.width(), target.height(), random), affine.fill(), builder);
            case ColorJitter jitter -> jitter(jitter, builder, random);
            case RandomGrayscale(double probability) -> {
                if (random.nextDouble() < probability && isColor()) {
                    builder.gray();
                }
            }
            case GaussianBlur blur -> {
                double sigma = ImageFilters.sample(blur, random);
                if (sigma > 0) {
                    builder.blur(sigma);
                }
            }
            case RandomErasing erasing ->
                erase(RegionErasing.sample(erasing, target.width(), target.height(), random), erasing.fill(), builder);
            case Cutout cutout ->
                erase(RegionErasing.sample(cutout, target.width(), target.height(), random), cutout.fill(), builder);
            case RandomPerspective _,
                    RandomSolarize _,
                    RandomPosterize _,
                    RandomAdjustSharpness _,
                    RandAugment _,
                    TrivialAugment _,
                    AutoAugment _,
                    AugMix _ -> throw new IllegalStateException(transform + " was refused before");
        }
    }

    private static void affine(AffineMatrix map, int fill, AugmentationParameters builder) {
        builder.affine(map.xx(), map.xy(), map.x(), map.yx(), map.yy(), map.y(), fill);
    }

    private void jitter(ColorJitter transform, AugmentationParameters builder, SeededRandom random) {
        int order = random.nextInt(ColorAdjustments.ORDERS);
        var adjustment = ColorAdjustments.sample(transform, random);
        for (int property : ColorAdjustments.properties(order)) {
            switch (property) {
                case ColorAdjustments.BRIGHTNESS -> brighten(adjustment.brightness(), builder);
                case ColorAdjustments.CONTRAST -> contrast(adjustment.contrast(), builder);
                case ColorAdjustments.SATURATION -> saturate(adjustment.saturation(), builder);
                default -> shiftHue(ColorAdjustments.hueShift(adjustment.hue()), builder);
            }
        }
    }

    private static void brighten(double factor, AugmentationParameters builder) {
        if (factor != 1) {
            builder.brighten(factor);
        }
    }

    private static void contrast(double factor, AugmentationParameters builder) {
        if (factor != 1) {
            builder.contrast(factor);
        }
    }

    private void saturate(double factor, AugmentationParameters builder) {
        if (factor != 1 && isColor()) {
            builder.saturate(factor);
        }
    }

    private void shiftHue(int parts, AugmentationParameters builder) {
        if (parts != 0 && isColor()) {
            builder.shiftHue(parts);
        }
    }

    private boolean isColor() {
        return target.channels() == 3;
    }

    private static void erase(ErasedRegion region, int fill, AugmentationParameters builder) {
        if (!region.isEmpty()) {
            builder.erase(region.left(), region.top(), region.right(), region.bottom(), fill);
        }
    }
}
