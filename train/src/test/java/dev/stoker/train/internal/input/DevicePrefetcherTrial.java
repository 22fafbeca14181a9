package dev.stoker.train.internal.input;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Bytes;
import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.DataState;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.RowTransform;
import dev.stoker.data.Tunable;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.train.StripedImages;
import dev.stoker.train.TimeBreakdown;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Batches through a prefetcher, on a device that is slow to use them; and the same batches from memory. */
final class DevicePrefetcherTrial {
    private static final StripedImages DATA = new StripedImages(300, 32);
    private static final Seed ORDER = new Seed(3);
    private static final int EPOCHS = 4;
    private static final Bytes ROOM_FOR_ONE_SLOT = new Bytes(6_000);

    /** The batches that a device got, and the time breakdown. */
    record Outcome(List<Integer> batches, TimeBreakdown time, double seconds) {}

    private DevicePrefetcherTrial() {}

    /**
     * Where batches come from: a feed with so few slots that one released too early is overwritten at once, and one that is not
     * released is missed; of rows written in place, or packed individually, since some may be filtered out.
     */
    record Origin(int slots, boolean packed) {
        BatchFeed open(BatchMemoryAllocator memory) {
            return DATA.rows(RowTransform.copy(), ORDER)
                    .withElements(samples -> packed ? samples.shuffle(ORDER).filter(_ -> true) : samples.shuffle(ORDER))
                    .batch(DATA.batch())
                    .repeat(EPOCHS)
                    .open(resources(), memory, DataState.START);
        }

        private PipelineResources resources() {
            var two = PipelineResources.workers(1).withPrefetch(Tunable.fixed(1));
            return slots > 1 ? two : two.within(two.cpu(), ROOM_FOR_ONE_SLOT);
        }
    }

    static Stream<Origin> origins() {
        return Stream.of(new Origin(2, false), new Origin(2, true), new Origin(1, false), new Origin(1, true));
    }

    static List<Integer> expected() {
        var batches = new ArrayList<Integer>();
        try (var feed = new Origin(2, false).open(BatchMemoryAllocator.host())) {
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    batches.add(hash(
                            batch.rows().toArray(ValueLayout.JAVA_BYTE),
                            batch.labels().toArray(ValueLayout.JAVA_BYTE)));
                }
            }
        }
        return batches;
    }

    /** Reads the results when all is done, since reading waits. Some batches are prefetched. */
    static Outcome run(Device device, int products, Origin origin) {
        try (var _ = TensorScope.open("prefetcher");
                var stream = DeviceStream.open(device);
                var times = new StepTimer(stream, Trace.OFF)) {
            var input = new DeviceInput(DATA.shape(), DATA.mean(), DATA.deviation(), DATA.batch(), device);
            var results = new ArrayList<Tensor>();
            var labels = new ArrayList<Tensor>();
            long start = System.nanoTime();
            try (var feed = origin.open(PinnedMemory.forDevice(device));
                    var prefetcher = new DevicePrefetcher(input, stream, times)) {
                for (int i = 0; i < EPOCHS * DATA.batchesPerEpoch(); i++) {
                    int size = prefetcher.take(feed);
                    results.add(copy(input.images(0, size)));
                    labels.add(copy(input.labels(0, size)));
                    compute(device, products);
                    times.ends();
                    if (i % 7 > 0) {
                        prefetcher.prefetchNext(feed);
                    }
                }
            }
            stream.synchronize();
            double seconds = (System.nanoTime() - start) * 1e-9;
            var batches = new ArrayList<Integer>();
            for (int i = 0; i < results.size(); i++) {
                batches.add(hash(bytes(results.get(i)), labels.get(i).toHost().toArray(ValueLayout.JAVA_BYTE)));
            }
            return new Outcome(batches, times.read().since(TimeBreakdown.NONE, seconds), seconds);
        }
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

    /** The bytes that normalized images were made of. */
    private static byte[] bytes(Tensor images) {
        var floats = images.permute(0, 2, 3, 1).toHost().toArray(ValueLayout.JAVA_FLOAT);
        var bytes = new byte[floats.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Math.round(255 * (floats[i] * 0.2 + 0.2));
        }
        return bytes;
    }

    private static int hash(byte[] rows, byte[] labels) {
        return 31 * Arrays.hashCode(rows) + Arrays.hashCode(labels);
    }
}
