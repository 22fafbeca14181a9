package dev.stoker.train.internal.input;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.augment.PixelNormalization;
import java.util.List;

/**
 * Rows of pixels in bytes, which the device normalizes.
 *
 * @param mean of each channel in levels from 0 to 255
 * @param scale reciprocal of each channel's standard deviation
 */
record PixelRows(Tensor rows, Tensor mean, Tensor scale) implements DeviceRows {
    static PixelRows of(Shape shape, List<Double> mean, List<Double> deviation, int batch, Device device) {
        return new PixelRows(
                DeviceRows.zeros(DataType.UINT8, shape, batch, device),
                perChannel(mean.stream().map(value -> 255 * value).toList(), device),
                perChannel(deviation.stream().map(value -> 1 / (255 * value)).toList(), device));
    }

    private static Tensor perChannel(List<Double> values, Device device) {
        var floats = new float[values.size()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = values.get(i).floatValue();
        }
        return Tensor.of(floats, device, floats.length);
    }

    @Override
    public Tensor images(Tensor some) {
        return PixelNormalization.of(some, mean, scale).permute(0, 3, 1, 2);
    }
}
