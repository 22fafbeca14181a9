package dev.stoker.train.internal.input;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.data.HostBatch;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.augment.ImageAugmenter;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.tensor.jpeg.DeviceJpegDecoder;
import dev.stoker.train.DeviceImageSource;
import dev.stoker.train.TrainingData;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The place on the device that batches are copied to, always the same one, so that a captured step finds them. What travels
 * becomes images there: bytes are normalized; floats, as of tables, are ready when they come; and parameters say how images
 * are made out of those that lie on the device already, or that have come with the batch.
 */
public final class DeviceInput {
    private final Shape shape;
    private final int capacity;
    private final Tensor rows;
    private final Tensor labels;
    private final UnaryOperator<Tensor> making;
    private final Optional<Cells> cells;
    private int size;

    /** Where images lie that came with batches, for all places of an inflow. */
    private record Cells(DeviceImageSource.Streamed images, Tensor all) {}

    private DeviceInput(Shape shape, Tensor rows, UnaryOperator<Tensor> making) {
        this(shape, rows, making, Optional.empty());
    }

    private DeviceInput(Shape shape, Tensor rows, UnaryOperator<Tensor> making, Optional<Cells> cells) {
        this.shape = shape;
        this.rows = rows;
        this.making = making;
        this.cells = cells;
        capacity = Math.toIntExact(rows.sizes()[0]);
        labels = Tensor.zeros(DataType.INT64, rows.device(), capacity);
    }

    /** Of images as bytes. */
    public DeviceInput(Shape shape, List<Double> mean, List<Double> deviation, int capacity, Device device) {
        this(shape, places(DataType.UINT8, shape, capacity, device), normalizing(mean, deviation, device));
    }

    /** Of the training rows of some data. */
    public static DeviceInput forTraining(TrainingData data, Device device) {
        return data.drawn().map(drawn -> ofDrawn(drawn, data, device)).orElseGet(() -> forTest(data, device));
    }

    private static DeviceInput ofDrawn(DeviceImageSource drawn, TrainingData data, Device device) {
        var rows = Tensor.zeros(DataType.INT32, device, data.batch(), AugmentationParameters.WORDS);
        return switch (drawn) {
            case DeviceImageSource.Resident resident ->
                new DeviceInput(data.shape(), rows, making(drawn, data, resident(resident, device)));
            case DeviceImageSource.Streamed streamed -> {
                var all = cells(streamed.layout(), DevicePrefetcher.BUFFERS * data.batch(), device);
                var cells = new Cells(streamed, all);
                yield new DeviceInput(data.shape(), rows, making(drawn, data, all), Optional.of(cells));
            }
        };
    }

    private static Tensor cells(ImageRowLayout layout, int count, Device device) {
        var shape = new Shape(layout.cellHeight(), layout.cellWidth(), ImageRowLayout.CHANNELS);
        return places(DataType.UINT8, shape, count, device);
    }

    /** Of the test rows of some data. */
    public static DeviceInput forTest(TrainingData data, Device device) {
        if (data.type().isFloating()) {
            return new DeviceInput(
                    data.shape(),
                    places(data.type(), data.shape(), data.batch(), device),
                    ready -> ready.permute(0, 3, 1, 2));
        }
        return new DeviceInput(data.shape(), data.mean(), data.deviation(), data.batch(), device);
    }

    private static Tensor places(DataType type, Shape shape, int capacity, Device device) {
        return Tensor.zeros(type, device, capacity, shape.height(), shape.width(), shape.channels());
    }

    /** Images as batch × channels × height × width over channels-last memory, which is how the bytes already lie. */
    private static UnaryOperator<Tensor> normalizing(List<Double> mean, List<Double> deviation, Device device) {
        var middle = perChannel(mean.stream().map(value -> 255 * value).toList(), device);
        var scale =
                perChannel(deviation.stream().map(value -> 1 / (255 * value)).toList(), device);
        return bytes -> bytes.toFloat().minus(middle).times(scale).permute(0, 3, 1, 2);
    }

    private static Tensor perChannel(List<Double> values, Device device) {
        var floats = new float[values.size()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = values.get(i).floatValue();
        }
        return Tensor.of(floats, device, floats.length);
    }

    private static UnaryOperator<Tensor> making(DeviceImageSource drawn, TrainingData data, Tensor sources) {
        var augmenter =
                ImageAugmenter.on(sources.device(), data.shape(), data.mean(), data.deviation(), drawn.requirements());
        return parameters -> augmenter.augment(sources, parameters);
    }

    private static Tensor resident(DeviceImageSource.Resident drawn, Device device) {
        var shape = drawn.shape();
        var images = places(DataType.UINT8, shape, drawn.count(), device);
        try (var memory = PinnedMemory.forDevice(device)) {
            var pixels = memory.allocate(drawn.bytes());
            drawn.pixels().accept(pixels);
            DeviceStream.copyToDevice(pixels, images);
        }
        return images;
    }

    public Shape shape() {
        return shape;
    }

    /** Copies a batch to the device. */
    public void upload(HostBatch batch) {
        upload(batch.rows(), batch.labels(), batch.size());
    }

    public void upload(MemorySegment content, MemorySegment numbers, int count) {
        size = count;
        if (cells.isPresent()) {
            uploadDecodedOnHost(cells.get(), content, count);
        } else {
            DeviceStream.copyToDevice(content, rows);
        }
        DeviceStream.copyToDevice(numbers, labels);
    }

    /** Decoded by the host: whoever uploads does so now and then, and an engine takes longer to start than to decode. */
    private void uploadDecodedOnHost(Cells to, MemorySegment content, int count) {
        var layout = to.images.layout();
        try (var _ = TensorScope.open("decoded");
                var host = DeviceStream.open(Device.CPU);
                var decoder = DeviceJpegDecoder.open(host, layout, count, to.images.host())) {
            var decoded = cells(layout, count, Device.CPU);
            var parameters = Tensor.zeros(DataType.INT32, Device.CPU, count, AugmentationParameters.WORDS);
            decoder.decode(content, count, decoded, 0, parameters, host);
            to.all.part(0, count).copyFrom(decoded);
            rows.part(0, count).copyFrom(parameters);
        }
    }

    /** How batches come to places beside this one; close it. */
    HostToDeviceTransfer transfer(DeviceStream computing) {
        return cells.<HostToDeviceTransfer>map(to -> new DecodingTransfer(
                        DeviceJpegDecoder.open(computing, to.images.layout(), capacity, to.images.host()),
                        to.all,
                        capacity))
                .orElse(HostToDeviceTransfer.PLAIN_COPY);
    }

    /** A place like the one for rows, to put some before they come here. */
    public Tensor spareRows() {
        return rows.zerosLike();
    }

    public Tensor spareLabels() {
        return labels.zerosLike();
    }

    /** Takes over a batch that is on the device already. */
    public void fill(Tensor newRows, Tensor newLabels, int count) {
        size = count;
        try (var _ = TensorScope.open("input")) {
            rows.part(0, size).copyFrom(newRows.part(0, size));
            labels.part(0, size).copyFrom(newLabels.part(0, size));
        }
    }

    /** Samples of the batch that lies here. */
    public int size() {
        return size;
    }

    public boolean isFull() {
        return size == capacity;
    }

    public Tensor images(int from, int count) {
        return making.apply(rows.part(from, count));
    }

    public Tensor labels(int from, int count) {
        return labels.part(from, count);
    }
}
