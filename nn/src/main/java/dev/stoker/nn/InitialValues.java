package dev.stoker.nn;

import dev.stoker.core.DataType;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.WeightSpec;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The values that weights start with, sampled in parallel over all tensors: the weights of a large net take one core some seconds,
 * and those of a net of hundreds of small ones are too few in each to share.
 */
final class InitialValues {
    private static final int PART = 1 << 14;
    private static final int CHUNK = 1 << 10;

    /** So many values at most are in memory at a time, or one tensor where that has more. */
    private static final long TOGETHER = 1 << 24;

    private InitialValues() {}

    /** Calls {@code use} with the values of each weight, in order, in memory of the host; those of another type than float32 are zeros. */
    static void sample(List<WeightSpec> specs, Seed seed, BiConsumer<WeightSpec, Tensor> use) {
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

    private static List<Tensor> sampled(List<WeightSpec> specs, Seed seed) {
        var values = new ArrayList<Tensor>();
        var parts = new ArrayList<Part>();
        for (var spec : specs) {
            if (spec.type() != DataType.FLOAT32) {
                values.add(Tensor.zeros(spec.type(), Device.CPU, spec.sizes()));
                continue;
            }
            var tensor = Tensor.empty(DataType.FLOAT32, Device.CPU, spec.sizes());
            values.add(tensor);
            long elements = tensor.elements();
            var memory = memory(tensor, elements);
            for (long from = 0; from < elements; from += PART) {
                parts.add(new Part(spec, seed.forPurpose(spec.name()), memory, from, Math.min(elements, from + PART)));
            }
        }
        parts.parallelStream().forEach(Part::sample);
        return values;
    }

    /** An empty tensor has no address. */
    private static MemorySegment memory(Tensor tensor, long elements) {
        return elements == 0
                ? MemorySegment.NULL
                : MemorySegment.ofAddress(tensor.address()).reinterpret(elements * Float.BYTES);
    }

    /** Some neighboring values of a tensor. */
    private record Part(WeightSpec spec, Seed seed, MemorySegment values, long from, long to) {
        /** By way of the heap: elements of native memory, one by one, take most of the time in a process that has just started. */
        void sample() {
            var random = new SeededRandom(seed);
            random.skip(from * randomNumbersPerElement(spec.initializer()));
            var distribution = distribution(spec);
            var chunk = new float[Math.toIntExact(Math.min(CHUNK, to - from))];
            for (long start = from; start < to; start += chunk.length) {
                int length = Math.toIntExact(Math.min(chunk.length, to - start));
                for (int i = 0; i < length; i++) {
                    chunk[i] = distribution.value(start + i, random);
                }
                MemorySegment.copy(chunk, 0, values, ValueLayout.JAVA_FLOAT, start * Float.BYTES, length);
            }
        }
    }

    /** What an element of a tensor starts with. */
    @FunctionalInterface
    private interface Distribution {
        float value(long index, SeededRandom random);
    }

    private static Distribution distribution(WeightSpec spec) {
        return switch (spec.initializer()) {
            case Initializer.Constant(float value) -> (_, _) -> value;
            case Initializer.Normal(double deviation) -> (_, random) -> (float) (deviation * random.nextGaussian());
            case Initializer.Uniform(double bound) -> (_, random) -> (float) (bound * (2 * random.nextDouble() - 1));
            case Initializer.Identity(double bound) ->
                (index, random) -> identity(spec.sizes(), index, bound * (2 * random.nextDouble() - 1));
        };
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
    private static float identity(long[] sizes, long index, double otherwise) {
        long area = sizes[2] * sizes[3];
        long filter = index / (sizes[1] * area);
        if (filter >= sizes[1]) {
            return (float) otherwise;
        }
        long center = (filter * sizes[1] + filter) * area + sizes[2] / 2 * sizes[3] + sizes[3] / 2;
        return index == center ? 1 : 0;
    }
}
