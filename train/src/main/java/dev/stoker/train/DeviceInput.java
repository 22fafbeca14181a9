package dev.stoker.train;

import dev.stoker.core.ElementType;
import dev.stoker.core.Shape;
import dev.stoker.data.HostBatch;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import java.util.List;

/** Takes bytes to the device and turns them into normalised pictures there, so that only bytes travel. */
final class DeviceInput {
    private final Shape shape;
    private final Device device;
    private final Tensor mean;
    private final Tensor scale;

    DeviceInput(TrainingData data, Device device) {
        shape = data.shape();
        this.device = device;
        mean = perChannel(data.mean().stream().map(value -> 255 * value).toList());
        scale = perChannel(
                data.deviation().stream().map(value -> 1 / (255 * value)).toList());
    }

    private Tensor perChannel(List<Double> values) {
        var floats = new float[values.size()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = values.get(i).floatValue();
        }
        return Tensor.of(floats, device, floats.length);
    }

    /** Pictures as batch × channels × height × width over channels-last memory, which is how the bytes already lie. */
    Tensor pictures(HostBatch batch) {
        return Tensor.view(
                        batch.rows(), ElementType.UINT8, batch.size(), shape.height(), shape.width(), shape.channels())
                .to(ElementType.UINT8, device)
                .to(ElementType.FLOAT32, device)
                .minus(mean)
                .times(scale)
                .permute(0, 3, 1, 2);
    }

    Tensor labels(HostBatch batch) {
        return Tensor.view(batch.labels(), ElementType.INT64, batch.size()).to(ElementType.INT64, device);
    }
}
