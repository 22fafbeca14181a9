package dev.stoker.train.internal.input;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.HostImages;
import dev.stoker.core.image.ImageRoute;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.DataState;
import dev.stoker.data.Dataset;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.Tunable;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.train.TrainingData;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Images that arrive with each batch, through a prefetcher; every pixel of an image is the number of its sample. */
final class DecodingPrefetcherTrial implements TrainingData {
    private static final int SAMPLES = 200;
    private static final int EPOCHS = 4;
    private static final Shape SHAPE = new Shape(4, 4, 3);
    private static final ImageRowLayout LAYOUT = new ImageRowLayout(600, 11, 13);
    private static final Seed ORDER = new Seed(3);

    /** All batches in order: the pixel value of each image, whose pixels are all the same, and the labels. */
    record Outcome(List<Integer> images, List<Long> labels) {}

    @Override
    public Shape shape() {
        return SHAPE;
    }

    @Override
    public int trainingImages() {
        return SAMPLES;
    }

    @Override
    public int batch() {
        return 32;
    }

    @Override
    public int batchesPerEpoch() {
        return Math.ceilDiv(SAMPLES, batch());
    }

    @Override
    public List<Double> mean() {
        return List.of(0.0, 0.0, 0.0);
    }

    @Override
    public List<Double> deviation() {
        return List.of(1 / 255.0, 1 / 255.0, 1 / 255.0);
    }

    @Override
    public ImageRoute imageRoute() {
        return new ImageRoute.DeviceDecoded(LAYOUT, 1);
    }

    /** A third of the rows hold files, of one byte, which the host decodes to the number of the sample. */
    @Override
    public HostImages hostImages() {
        return new HostImages() {
            @Override
            public void decode(ImageRowLayout.ImageRow image, MemorySegment pixels) {
                pixels.fill(image.payload().get(ValueLayout.JAVA_BYTE, 0));
            }
        };
    }

    /** With the minimum number of slots. */
    @Override
    public BatchFeed training(DataState state, BatchMemoryAllocator memory) {
        return Dataset.range(SAMPLES)
                .rows(LAYOUT.bytes(), (number, row, worker) -> {
                    int height = 4 + (int) (number % 7);
                    int width = 4 + (int) (number % 9);
                    AugmentationParameters.begin(ImageRowLayout.parameters(row))
                            .crop(1, 0, 1, 0, AugmentationParameters.NEAREST)
                            .window(0, 0, width, height)
                            .visible(0, 0, 4, 4);
                    if (number % 3 == 0) {
                        var file = MemorySegment.ofArray(new byte[] {(byte) (long) number});
                        LAYOUT.putEncoded(row, number, height, width, file);
                    } else {
                        LAYOUT.beginPixels(row, number, height, width).fill((byte) (long) number);
                    }
                    return 1000 + number;
                })
                .withElements(samples -> samples.shuffle(ORDER))
                .batch(batch())
                .repeat(EPOCHS)
                .open(PipelineResources.workers(1).withPrefetch(Tunable.fixed(1)), memory, state);
    }

    @Override
    public BatchFeed validation(BatchMemoryAllocator memory) {
        throw new UnsupportedOperationException("only for training");
    }

    /** Reads the results when all is done; the device reads a batch after computing for a while, and most batches are prefetched. */
    static Outcome run(Device device, int products) {
        var data = new DecodingPrefetcherTrial();
        try (var _ = TensorScope.open("cells");
                var stream = DeviceStream.open(device);
                var times = new StepTimer(stream, Trace.OFF)) {
            var input = DeviceInput.forTraining(data, device);
            var results = new ArrayList<Tensor>();
            var labels = new ArrayList<Tensor>();
            try (var feed = data.training(DataState.START, PinnedMemory.forDevice(device));
                    var prefetcher = new DevicePrefetcher(input, stream, times)) {
                for (int i = 0; i < EPOCHS * data.batchesPerEpoch(); i++) {
                    int size = prefetcher.take(feed);
                    compute(device, products);
                    results.add(copy(input.images(0, size)));
                    labels.add(copy(input.labels(0, size)));
                    times.ends();
                    if (i % 7 > 0) {
                        prefetcher.prefetchNext(feed);
                    }
                }
            }
            stream.synchronize();
            return outcome(results, labels);
        }
    }

    private static Outcome outcome(List<Tensor> results, List<Tensor> labels) {
        var images = new ArrayList<Integer>();
        var numbers = new ArrayList<Long>();
        for (var batch : results) {
            var levels = batch.permute(0, 2, 3, 1).toHost().toArray(ValueLayout.JAVA_FLOAT);
            for (int i = 0; i < levels.length; i += SHAPE.bytes()) {
                images.add(oneLevel(levels, i));
            }
        }
        for (var batch : labels) {
            for (long label : batch.toHost().toArray(ValueLayout.JAVA_LONG)) {
                numbers.add(label);
            }
        }
        return new Outcome(images, numbers);
    }

    /** -1 where pixels of several images are mixed. */
    private static int oneLevel(float[] levels, int from) {
        int first = Math.round(levels[from]);
        for (int i = from; i < from + SHAPE.bytes(); i++) {
            if (Math.round(levels[i]) != first) {
                return -1;
            }
        }
        return first;
    }

    private static Tensor copy(Tensor tensor) {
        return tensor.zerosLike().copyFrom(tensor);
    }

    private static void compute(Device device, int products) {
        try (var _ = TensorScope.open("compute")) {
            var matrix = Tensor.of(new float[256 * 256], device, 256, 256);
            for (int i = 0; i < products; i++) {
                matrix = matrix.times(matrix);
            }
        }
    }

    /** Labels in the order of the feed. */
    static List<Long> order() {
        var order = new ArrayList<Long>();
        try (var feed = new DecodingPrefetcherTrial().training(DataState.START, BatchMemoryAllocator.host())) {
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    for (long label : batch.labels().toArray(ValueLayout.JAVA_LONG)) {
                        order.add(label);
                    }
                }
            }
        }
        return order;
    }
}
