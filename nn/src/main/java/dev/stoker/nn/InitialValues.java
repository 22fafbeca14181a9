package dev.stoker.nn;

import dev.stoker.core.DataType;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.WeightSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The values that weights start with, sampled in parallel over all tensors: the weights of a large net take one core some seconds,
 * and those of a net of hundreds of small ones are too few in each to share.
 */
final class InitialValues {
    private static final int PART = 1 << 14;

    /** So many values at most are in memory at a time, or one tensor where that has more. */
    private static final long TOGETHER = 1 << 24;

    private InitialValues() {}

    /** Calls {@code use} for each weight, in order; tensors of another type than float32 have no values of their own. */
    static void sample(List<WeightSpec> specs, Seed seed, BiConsumer<WeightSpec, float[]> use) {
        int from = 0;
        while (from < specs.size()) {
            var group = specs.subList(from, end(specs, from));
            var values = sampled(group, seed);
            for (int i = 0; i < group.size(); i++) {
                use.accept(group.get(i), values.get(i));
            }
            from += group.size();
        }
    }

    private static int end(List<WeightSpec> specs, int from) {
        int end = from + 1;
        long elements = specs.get(from).elements();
        while (end < specs.size() && elements + specs.get(end).elements() <= TOGETHER) {
            elements += specs.get(end++).elements();
        }
        return end;
    }

    private static List<float[]> sampled(List<WeightSpec> specs, Seed seed) {
        var values = new ArrayList<float[]>();
        var parts = new ArrayList<Part>();
        for (var spec : specs) {
            var tensor = new float[spec.type() == DataType.FLOAT32 ? Math.toIntExact(spec.elements()) : 0];
            values.add(tensor);
            for (int from = 0; from < tensor.length; from += PART) {
                int to = Math.min(tensor.length, from + PART);
                parts.add(new Part(spec, seed.forPurpose(spec.name()), tensor, from, to));
            }
        }
        parts.parallelStream().forEach(Part::sample);
        return values;
    }

    /** Some neighboring values of a tensor. */
    private record Part(WeightSpec spec, Seed seed, float[] values, int from, int to) {
        void sample() {
            var random = new SeededRandom(seed);
            random.skip((long) from * randomNumbersPerElement(spec.initializer()));
            for (int i = from; i < to; i++) {
                values[i] = value(i, random);
            }
        }

        private float value(int index, SeededRandom random) {
            return switch (spec.initializer()) {
                case Initializer.Constant(float value) -> value;
                case Initializer.Normal(double deviation) -> (float) (deviation * random.nextGaussian());
                case Initializer.Uniform(double bound) -> (float) (bound * (2 * random.nextDouble() - 1));
                case Initializer.Identity(double bound) ->
                    identity(spec.sizes(), index, bound * (2 * random.nextDouble() - 1));
            };
        }
    }

    /** Random numbers that each element uses. */
    private static int randomNumbersPerElement(Initializer initializer) {
        return switch (initializer) {
            case Initializer.Constant _ -> 0;
            case Initializer.Normal _ -> 2;
            case Initializer.Uniform _, Initializer.Identity _ -> 1;
        };
    }

    /** One at the center of the kernel from a channel to itself, for as many filters as there are channels. */
    private static float identity(long[] sizes, int index, double otherwise) {
        long area = sizes[2] * sizes[3];
        long filter = index / (sizes[1] * area);
        if (filter >= sizes[1]) {
            return (float) otherwise;
        }
        long center = (filter * sizes[1] + filter) * area + sizes[2] / 2 * sizes[3] + sizes[3] / 2;
        return index == center ? 1 : 0;
    }
}
