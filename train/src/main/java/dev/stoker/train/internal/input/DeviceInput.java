package dev.stoker.train.internal.input;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.data.HostBatch;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.train.TrainingData;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The batch on the device that steps read: always in the same buffers, so that a captured step finds it. {@link DeviceRows}
 * turns its rows into images.
 */
public final class DeviceInput {
    private final Shape shape;
    private final DeviceRows deviceRows;
    private final Tensor rows;
    private final Tensor labels;
    private final int capacity;
    private int size;
    private int wholeSize;

    private DeviceInput(Shape shape, DeviceRows deviceRows) {
        this.shape = shape;
        this.deviceRows = deviceRows;
        rows = deviceRows.rows();
        capacity = Math.toIntExact(rows.sizes()[0]);
        labels = Tensor.zeros(DataType.INT64, rows.device(), capacity);
    }

    /** For images in bytes. */
    public DeviceInput(Shape shape, List<Double> mean, List<Double> deviation, int capacity, Device device) {
        this(shape, PixelRows.of(shape, mean, deviation, capacity, device));
    }

    /** For the training rows of some data. */
    public static DeviceInput forTraining(TrainingData data, Device device) {
        return new DeviceInput(data.shape(), DeviceRows.forTraining(data, device));
    }

    /** For the evaluation rows of some data. */
    public static DeviceInput forEvaluation(TrainingData data, Device device) {
        return new DeviceInput(data.shape(), DeviceRows.forEvaluation(data, device));
    }

    public Shape shape() {
        return shape;
    }

    /** Copies a batch to the device. */
    public void upload(HostBatch batch) {
        upload(batch.rows(), batch.labels(), batch.size());
    }

    public void upload(MemorySegment newRows, MemorySegment newLabels, int count) {
        size = count;
        wholeSize = count;
        deviceRows.upload(newRows, count);
        DeviceStream.copyToDevice(newLabels, labels);
    }

    /** How batches get to buffers beside this one; close it. */
    HostToDeviceTransfer transfer(DeviceStream computing) {
        return deviceRows.transfer(computing);
    }

    /** A buffer of the same size for rows of a batch that is not used yet. */
    public Tensor spareRows() {
        return rows.zerosLike();
    }

    public Tensor spareLabels() {
        return labels.zerosLike();
    }

    /** Takes over a batch that is on the device already. */
    public void fill(Tensor newRows, Tensor newLabels, int count) {
        fill(newRows, newLabels, count, count);
    }

    /** The same for the share of a batch that has so many samples on all ranks. */
    void fill(Tensor newRows, Tensor newLabels, int count, int whole) {
        size = count;
        wholeSize = whole;
        try (var _ = TensorScope.open("input")) {
            rows.part(0, size).copyFrom(newRows.part(0, size));
            labels.part(0, size).copyFrom(newLabels.part(0, size));
        }
    }

    /** From now on only the first samples of the current batch count. */
    public void limit(int count) {
        if (count < 1 || count > size) {
            throw new IllegalArgumentException("the limit must be 1 to %d, got %d".formatted(size, count));
        }
        size = count;
        wholeSize = count;
    }

    /** Samples of the current batch. */
    public int size() {
        return size;
    }

    /** Samples of the current batch on all ranks together. */
    public int wholeSize() {
        return wholeSize;
    }

    /** The current batch has so many samples on all ranks together. */
    public void useWholeSize(int samples) {
        wholeSize = samples;
    }

    /** Samples of a full batch. */
    public int capacity() {
        return capacity;
    }

    public boolean isFull() {
        return size == capacity;
    }

    public Tensor images(int from, int count) {
        return deviceRows.images(rows.part(from, count));
    }

    public Tensor labels(int from, int count) {
        return labels.part(from, count);
    }
}
