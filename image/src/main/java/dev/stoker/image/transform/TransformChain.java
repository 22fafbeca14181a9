package dev.stoker.image.transform;

import dev.stoker.core.Shape;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.internal.transform.HostTransformChain;
import dev.stoker.image.internal.transform.TransformChainSampler;
import java.util.List;
import java.util.stream.Stream;

/** The transforms of an image on its way into a row, in order. A chain is a value; compile it to run it. */
public record TransformChain(List<Transform> transforms) {
    public TransformChain {
        transforms = List.copyOf(transforms);
    }

    public static TransformChain of(Transform... transforms) {
        return new TransformChain(List.of(transforms));
    }

    /** The identity; images must have the size of the row. */
    public static TransformChain none() {
        return of();
    }

    /** The common augmentation of image classifiers: a random resized crop, and a horizontal flip of every second image. */
    public static TransformChain train(int size) {
        return of(new RandomResizedCrop(size), new RandomHorizontalFlip(0.5));
    }

    /** The common preprocessing for evaluation: the shorter side resized to 8/7 of the size, then a center crop. */
    public static TransformChain evaluate(int size) {
        return of(new ResizeShorterSide(size * 8 / 7, Interpolation.AREA), new CenterCrop(size));
    }

    public TransformChain then(Transform... more) {
        return new TransformChain(
                Stream.concat(transforms.stream(), Stream.of(more)).toList());
    }

    /** The same chain with weaker augmentation, for training that starts with easy images: 0 for none, 1 for all. */
    public TransformChain atStrength(double strength) {
        TransformPreconditions.strength(strength);
        return new TransformChain(transforms.stream()
                .map(transform -> transform.atStrength(strength))
                .toList());
    }

    /** Compiles the chain for rows of this shape, on the CPU. */
    public CompiledTransformChain compile(Shape target, ImageDecoder decoder) {
        return HostTransformChain.of(this, target, decoder);
    }

    /** The chain as a sampler of parameters, for a device that computes the pixels; throws where parameters cannot express it. */
    public AugmentationParameterSampler sampler(Shape target) {
        return TransformChainSampler.of(this, target);
    }
}
