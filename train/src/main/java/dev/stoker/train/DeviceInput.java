package dev.stoker.train;

import dev.stoker.core.ElementType;
import dev.stoker.core.PictureParameters;
import dev.stoker.core.PictureRows;
import dev.stoker.core.Shape;
import dev.stoker.data.HostBatch;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.DeviceStream;
import dev.stoker.tensor.PageLockedMemory;
import dev.stoker.tensor.PictureDecoder;
import dev.stoker.tensor.PictureMaker;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The place on the device that batches are copied to, always the same one, so that a captured step finds them. What travels
 * becomes pictures there: bytes are normalised; floats, as of tables, are ready when they come; and parameters say how pictures
 * are made out of those that lie on the device already, or that have come with the batch.
 */
final class DeviceInput {
    private final Shape shape;
    private final int capacity;
    private final Tensor rows;
    private final Tensor labels;
    private final UnaryOperator<Tensor> making;
    private final Optional<Cells> cells;
    private int size;

    /** Where pictures lie that came with batches, for all places of an inflow. */
    private record Cells(DrawnPictures.Travelling pictures, Tensor all) {}

    private DeviceInput(Shape shape, Tensor rows, UnaryOperator<Tensor> making) {
        this(shape, rows, making, Optional.empty());
    }

    private DeviceInput(Shape shape, Tensor rows, UnaryOperator<Tensor> making, Optional<Cells> cells) {
        this.shape = shape;
        this.rows = rows;
        this.making = making;
        this.cells = cells;
        capacity = Math.toIntExact(rows.sizes()[0]);
        labels = Tensor.zeros(ElementType.INT64, rows.device(), capacity);
    }

    /** Of pictures as bytes. */
    DeviceInput(Shape shape, List<Double> mean, List<Double> deviation, int capacity, Device device) {
        this(shape, places(ElementType.UINT8, shape, capacity, device), normalising(mean, deviation, device));
    }

    /** Of the training rows of some data. */
    static DeviceInput forTraining(TrainingData data, Device device) {
        return data.drawn().map(drawn -> ofDrawn(drawn, data, device)).orElseGet(() -> forTest(data, device));
    }

    private static DeviceInput ofDrawn(DrawnPictures drawn, TrainingData data, Device device) {
        var rows = Tensor.zeros(ElementType.INT32, device, data.batch(), PictureParameters.WORDS);
        return switch (drawn) {
            case DrawnPictures.Resident resident ->
                new DeviceInput(data.shape(), rows, making(drawn, data, resident(resident, device)));
            case DrawnPictures.Travelling travelling -> {
                var all = cells(travelling.layout(), Inflow.PLACES * data.batch(), device);
                var cells = new Cells(travelling, all);
                yield new DeviceInput(data.shape(), rows, making(drawn, data, all), Optional.of(cells));
            }
        };
    }

    private static Tensor cells(PictureRows layout, int count, Device device) {
        var shape = new Shape(layout.cellHeight(), layout.cellWidth(), PictureRows.CHANNELS);
        return places(ElementType.UINT8, shape, count, device);
    }

    /** Of the test rows of some data. */
    static DeviceInput forTest(TrainingData data, Device device) {
        if (data.type().isFloating()) {
            return new DeviceInput(
                    data.shape(),
                    places(data.type(), data.shape(), data.batch(), device),
                    ready -> ready.permute(0, 3, 1, 2));
        }
        return new DeviceInput(data.shape(), data.mean(), data.deviation(), data.batch(), device);
    }

    private static Tensor places(ElementType type, Shape shape, int capacity, Device device) {
        return Tensor.zeros(type, device, capacity, shape.height(), shape.width(), shape.channels());
    }

    /** Pictures as batch × channels × height × width over channels-last memory, which is how the bytes already lie. */
    private static UnaryOperator<Tensor> normalising(List<Double> mean, List<Double> deviation, Device device) {
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

    private static UnaryOperator<Tensor> making(DrawnPictures drawn, TrainingData data, Tensor sources) {
        var maker = PictureMaker.on(sources.device(), data.shape(), data.mean(), data.deviation(), drawn.demands());
        return parameters -> maker.make(sources, parameters);
    }

    private static Tensor resident(DrawnPictures.Resident drawn, Device device) {
        var shape = drawn.shape();
        var pictures = places(ElementType.UINT8, shape, drawn.count(), device);
        try (var memory = PageLockedMemory.towards(device)) {
            var pixels = memory.allocate(drawn.bytes());
            drawn.pixels().accept(pixels);
            DeviceStream.send(pixels, pictures);
        }
        return pictures;
    }

    Shape shape() {
        return shape;
    }

    /** Copies a batch to the device. */
    void upload(HostBatch batch) {
        upload(batch.rows(), batch.labels(), batch.size());
    }

    void upload(MemorySegment content, MemorySegment numbers, int count) {
        size = count;
        if (cells.isPresent()) {
            uploadDecoded(cells.get(), content, count);
        } else {
            DeviceStream.send(content, rows);
        }
        DeviceStream.send(numbers, labels);
    }

    /** Decoded by the host: whoever uploads does so now and then, and an engine takes longer to start than to decode. */
    private void uploadDecoded(Cells to, MemorySegment content, int count) {
        var layout = to.pictures.layout();
        try (var _ = TensorScope.open("decoded");
                var host = DeviceStream.open(Device.CPU);
                var decoder = PictureDecoder.beside(host, layout, count, to.pictures.host())) {
            var decoded = cells(layout, count, Device.CPU);
            var parameters = Tensor.zeros(ElementType.INT32, Device.CPU, count, PictureParameters.WORDS);
            decoder.decode(content, count, decoded, 0, parameters, host);
            to.all.part(0, count).copyFrom(decoded);
            rows.part(0, count).copyFrom(parameters);
        }
    }

    /** How batches come to places beside this one; close it. */
    Landing landing(DeviceStream computing) {
        return cells.<Landing>map(to -> new DecodedLanding(
                        PictureDecoder.beside(computing, to.pictures.layout(), capacity, to.pictures.host()),
                        to.all,
                        capacity))
                .orElse(Landing.AS_THEY_ARE);
    }

    /** A place like the one for rows, to put some before they come here. */
    Tensor spareRows() {
        return rows.zerosLike();
    }

    Tensor spareLabels() {
        return labels.zerosLike();
    }

    /** Takes over a batch that is on the device already. */
    void fill(Tensor newRows, Tensor newLabels, int count) {
        size = count;
        try (var _ = TensorScope.open("input")) {
            rows.part(0, size).copyFrom(newRows.part(0, size));
            labels.part(0, size).copyFrom(newLabels.part(0, size));
        }
    }

    /** Samples of the batch that lies here. */
    int size() {
        return size;
    }

    boolean isFull() {
        return size == capacity;
    }

    Tensor pictures(int from, int count) {
        return making.apply(rows.part(from, count));
    }

    Tensor labels(int from, int count) {
        return labels.part(from, count);
    }
}
