package dev.stoker.train;

import dev.stoker.core.ElementType;
import dev.stoker.core.Shape;
import dev.stoker.data.HostBatch;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The place on the device that batches are copied to, always the same one, so that a captured step finds them. Bytes travel;
 * they become normalised pictures there. Floats, as of tables, are ready when they come.
 */
final class DeviceInput {
    private final Shape shape;
    private final ElementType type;
    private final int capacity;
    private final Tensor pictures;
    private final Tensor labels;
    private final Tensor mean;
    private final Tensor scale;
    private int size;

    /** Of pictures as bytes. */
    DeviceInput(Shape shape, List<Double> mean, List<Double> deviation, int capacity, Device device) {
        this(shape, ElementType.UINT8, mean, deviation, capacity, device);
    }

    DeviceInput(Shape shape, ElementType type, List<Double> mean, List<Double> deviation, int capacity, Device device) {
        this.shape = shape;
        this.type = type;
        this.capacity = capacity;
        pictures = Tensor.zeros(type, device, capacity, shape.height(), shape.width(), shape.channels());
        labels = Tensor.zeros(ElementType.INT64, device, capacity);
        this.mean = perChannel(mean.stream().map(value -> 255 * value).toList(), device);
        scale = perChannel(deviation.stream().map(value -> 1 / (255 * value)).toList(), device);
    }

    private static Tensor perChannel(List<Double> values, Device device) {
        var floats = new float[values.size()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = values.get(i).floatValue();
        }
        return Tensor.of(floats, device, floats.length);
    }

    Shape shape() {
        return shape;
    }

    /** Copies a batch to the device. */
    void upload(HostBatch batch) {
        upload(batch.rows(), batch.labels(), batch.size());
    }

    void upload(MemorySegment rows, MemorySegment numbers, int count) {
        size = count;
        pictures.part(0, size).copyFrom(Tensor.view(rows, type, size, shape.height(), shape.width(), shape.channels()));
        labels.part(0, size).copyFrom(Tensor.view(numbers, ElementType.INT64, size));
    }

    /** A place like the one for pictures, to put some before they come here. */
    Tensor spareRows() {
        return pictures.zerosLike();
    }

    Tensor spareLabels() {
        return labels.zerosLike();
    }

    /** Takes over a batch that is on the device already. */
    void fill(Tensor rows, Tensor numbers, int count) {
        size = count;
        try (var _ = TensorScope.open("input")) {
            pictures.part(0, size).copyFrom(rows.part(0, size));
            labels.part(0, size).copyFrom(numbers.part(0, size));
        }
    }

    /** Pictures of the batch that lies here. */
    int size() {
        return size;
    }

    boolean isFull() {
        return size == capacity;
    }

    /** Pictures as batch × channels × height × width over channels-last memory, which is how the bytes already lie. */
    Tensor pictures(int from, int count) {
        if (type.isFloating()) {
            return pictures.part(from, count).permute(0, 3, 1, 2);
        }
        return pictures.part(from, count).toFloat().minus(mean).times(scale).permute(0, 3, 1, 2);
    }

    Tensor labels(int from, int count) {
        return labels.part(from, count);
    }
}
