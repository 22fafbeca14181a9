package dev.stoker.image.transform;

import dev.stoker.core.Shape;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.internal.transform.HostTransformChain;
import dev.stoker.image.internal.transform.TransformChainSampler;
import java.util.List;
import java.util.stream.Stream;

/** What is done to an image on its way into a row, step by step. A recipe is a value; compile it to run it. */
public record TransformChain(List<Transform> steps) {
    public TransformChain {
        steps = List.copyOf(steps);
    }

    public static TransformChain of(Transform... steps) {
        return new TransformChain(List.of(steps));
    }

    /** Leaves images as they are; they must have the size of the row. */
    public static TransformChain none() {
        return of();
    }

    /** What classifiers of photographs are trained with: a random resized crop, half of them flipped. */
    public static TransformChain train(int size) {
        return of(new RandomResizedCrop(size), new RandomHorizontalFlip(0.5));
    }

    /** What they are evaluated with: the middle seven eighths of the image made square. */
    public static TransformChain evaluate(int size) {
        return of(new ResizeShorterSide(size * 8 / 7, Interpolation.AREA), new CenterCrop(size));
    }

    public TransformChain then(Transform... more) {
        return new TransformChain(Stream.concat(steps.stream(), Stream.of(more)).toList());
    }

    /** The same recipe with less of its randomness, for training that starts with easy images: 0 for none, 1 for all. */
    public TransformChain atStrength(double strength) {
        TransformPreconditions.strength(strength);
        return new TransformChain(
                steps.stream().map(step -> step.atStrength(strength)).toList());
    }

    /** One pass per row of this shape. */
    public CompiledTransformChain compile(Shape target, ImageDecoder decoder) {
        return HostTransformChain.of(this, target, decoder);
    }

    /** The same recipe as numbers, for whoever makes the pixels elsewhere; refuses what the numbers cannot say. */
    public AugmentationParameterSampler drawn(Shape target) {
        return TransformChainSampler.of(this, target);
    }
}
