package dev.stoker.image.internal.transform;

import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.core.image.OperationParameters;
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
import dev.stoker.image.transform.RandomFilter;
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
        CropParameterWriter.write(
                view, source, AugmentationParameters.begin(parameters).source(index));
        addPixelTransforms(random, parameters);
    }

    @Override
    public void addPixelTransforms(SeededRandom random, MemorySegment parameters) {
        var builder = AugmentationParameters.append(parameters);
        var operations = new OperationParameterWriter(OperationParameters.append(parameters), target);
        ColorParameters colors =
                hasOperations() ? operations : new ColorParameters.InOnePass(builder, target.channels() == 3);
        for (int i = 0; i < stage.pixel().size(); i++) {
            add(stage.pixel().get(i), builder, colors, operations, random);
        }
    }

    /** Operations follow the pass that crops; then colors, which may follow them, are operations, too. */
    private boolean hasOperations() {
        return requirements.operations() > 0;
    }

    private void add(
            PixelTransform transform,
            AugmentationParameters builder,
            ColorParameters colors,
            OperationParameterWriter operations,
            SeededRandom random) {
        switch (transform) {
            case RandomRotation rotate ->
                affine(AffineWarps.sample(rotate, target.width(), target.height(), random), rotate.fill(), builder);
            case RandomAffine affine ->
                affine(AffineWarps.sample(affine, target.width(), target.height(), random), affine.fill(), builder);
            case ColorJitter jitter -> jitter(jitter, colors, random);
            case RandomGrayscale(double probability) -> {
                if (random.nextDouble() < probability) {
                    colors.grayscale();
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
            case RandomFilter filter -> add(filter, operations, random);
            case RandAugment augment -> AugmentationPolicies.apply(augment, operations, random);
            case TrivialAugment augment -> AugmentationPolicies.apply(augment, operations, random);
            case AutoAugment augment -> AugmentationPolicies.apply(augment, operations, random);
            case AugMix mix -> AugMixImages.sample(mix, operations, random);
        }
    }

    private void add(RandomFilter filter, OperationParameterWriter operations, SeededRandom random) {
        switch (filter) {
            case RandomPerspective perspective ->
                PerspectiveWarp.sample(perspective, target.width(), target.height(), random)
                        .map(corners -> corners.inverse(target.width(), target.height()))
                        .ifPresent(matrix -> operations.parameters().perspective(matrix, perspective.fill()));
            case RandomSolarize(double probability, int threshold) -> {
                if (random.nextDouble() < probability) {
                    operations.solarize(threshold);
                }
            }
            case RandomPosterize(double probability, int bits) -> {
                if (random.nextDouble() < probability) {
                    operations.parameters().posterize(bits);
                }
            }
            case RandomAdjustSharpness(double probability, double factor) -> {
                if (random.nextDouble() < probability) {
                    operations.sharpness(factor);
                }
            }
        }
    }

    private static void affine(AffineMatrix map, int fill, AugmentationParameters builder) {
        builder.affine(map.xx(), map.xy(), map.x(), map.yx(), map.yy(), map.y(), fill);
    }

    private static void jitter(ColorJitter transform, ColorParameters colors, SeededRandom random) {
        int order = random.nextInt(ColorAdjustments.ORDERS);
        var adjustment = ColorAdjustments.sample(transform, random);
        for (int property : ColorAdjustments.properties(order)) {
            switch (property) {
                case ColorAdjustments.BRIGHTNESS -> colors.brightness(adjustment.brightness());
                case ColorAdjustments.CONTRAST -> colors.contrast(adjustment.contrast());
                case ColorAdjustments.SATURATION -> colors.saturation(adjustment.saturation());
                default -> colors.hue(ColorAdjustments.hueShift(adjustment.hue()));
            }
        }
    }

    private static void erase(ErasedRegion region, int fill, AugmentationParameters builder) {
        if (!region.isEmpty()) {
            builder.erase(region.left(), region.top(), region.right(), region.bottom(), fill);
        }
    }
}
