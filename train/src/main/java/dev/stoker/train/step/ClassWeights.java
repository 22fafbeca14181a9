package dev.stoker.train.step;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import java.util.List;
import java.util.stream.LongStream;

/** How much an image of each class counts in the loss. */
public record ClassWeights(List<Double> weights) {
    public ClassWeights {
        weights = List.copyOf(weights);
        if (!weights.stream().allMatch(weight -> weight >= 0 && Double.isFinite(weight))) {
            throw new IllegalArgumentException("class weights must be at least 0, got " + weights);
        }
        if (weights.stream().allMatch(weight -> weight == 0)) {
            throw new IllegalArgumentException("a class weight must be above 0, got " + weights);
        }
    }

    /** Images / (classes × images of the class): every class counts as much as any other, and the mean image by 1. */
    public static ClassWeights balanced(long... images) {
        double mean = LongStream.of(images).sum() / (double) images.length;
        return new ClassWeights(
                LongStream.of(images).mapToObj(count -> mean / count).toList());
    }

    /** As float32. */
    public Tensor on(Device device) {
        var values = new float[weights.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = weights.get(i).floatValue();
        }
        return Tensor.of(values, device, values.length);
    }
}
