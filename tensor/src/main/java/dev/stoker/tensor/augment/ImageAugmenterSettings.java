package dev.stoker.tensor.augment;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/** The settings of both augmenters, and the input they refuse. */
record ImageAugmenterSettings(
        Shape target, List<Double> mean, List<Double> deviation, AugmentationRequirements requirements) {
    ImageAugmenterSettings {
        mean = List.copyOf(mean);
        deviation = List.copyOf(deviation);
        int channels = target.channels();
        if (channels != 1 && channels != 3) {
            throw new IllegalArgumentException("images have 1 or 3 channels, got " + target);
        }
        if (mean.size() != channels || deviation.size() != channels) {
            throw new IllegalArgumentException("%d channels need as many means and deviations, got %d and %d"
                    .formatted(channels, mean.size(), deviation.size()));
        }
    }

    int channels() {
        return target.channels();
    }

    /** Channel means in byte values, 0 to 255. */
    float[] levels() {
        return floats(mean.stream().map(value -> 255 * value).toList());
    }

    /** What the difference of a byte value from the mean is multiplied by. */
    float[] scales() {
        return floats(deviation.stream().map(value -> 1 / (255 * value)).toList());
    }

    private static float[] floats(List<Double> values) {
        var floats = new float[values.size()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = values.get(i).floatValue();
        }
        return floats;
    }

    /** Refuses tensors that native code would misread. */
    void check(Tensor sources, Tensor parameters, Device device) {
        long[] sizes = sources.sizes();
        if (sizes.length != 4
                || sizes[3] != channels()
                || sources.type() != DataType.UINT8
                || !sources.isContiguous()
                || !sources.device().equals(device)) {
            throw new IllegalArgumentException(
                    "sources must be contiguous uint8 as images × height × width × %d on %s, got %s %s on %s"
                            .formatted(channels(), device, Arrays.toString(sizes), sources.type(), sources.device()));
        }
        long[] rows = parameters.sizes();
        if (rows.length != 2
                || rows[1] != AugmentationParameters.WORDS
                || parameters.type() != DataType.INT32
                || !parameters.isContiguous()
                || !parameters.device().equals(device)) {
            throw new IllegalArgumentException(
                    "parameters must be contiguous int32 as images × %d on %s, got %s %s on %s"
                            .formatted(
                                    AugmentationParameters.WORDS,
                                    device,
                                    Arrays.toString(rows),
                                    parameters.type(),
                                    parameters.device()));
        }
    }
}
