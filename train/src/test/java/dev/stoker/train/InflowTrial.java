package dev.stoker.train;

import dev.stoker.core.Bytes;
import dev.stoker.core.Seed;
import dev.stoker.core.SlotMemory;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.DataState;
import dev.stoker.data.Resources;
import dev.stoker.data.RowTransform;
import dev.stoker.data.Tunable;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.DeviceStream;
import dev.stoker.tensor.PageLockedMemory;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Batches through an inflow, in front of a device that is slow to use them; and the same from memory. */
final class InflowTrial {
    private static final Stripes DATA = new Stripes(300, 32);
    private static final Seed ORDER = new Seed(3);
    private static final int EPOCHS = 4;
    private static final Bytes ROOM_FOR_ONE_SLOT = new Bytes(6_000);

    /** What a device got, batch by batch, and where the time went by then. */
    record Outcome(List<Integer> batches, TimeSplit time, double seconds) {}

    private InflowTrial() {}

    /**
     * Where batches come from: a feed with so few slots that one which is given back too early is overwritten at once, and one that
     * is not given back is missed; of rows in their places, or packed one by one, since damaged ones may be left out.
     */
    record Origin(int slots, boolean packed) {
        BatchFeed open(SlotMemory memory) {
            return DATA.rows(RowTransform.copy(), ORDER)
                    .over(samples -> samples.shuffle(ORDER))
                    .batch(DATA.batch())
                    .repeat(EPOCHS)
                    .skipCorrupt(packed ? 1 : 0)
                    .open(resources(), memory, DataState.START);
        }

        private Resources resources() {
            var two = Resources.workers(1).withAhead(Tunable.fixed(1));
            return slots > 1 ? two : two.within(two.cpu(), ROOM_FOR_ONE_SLOT);
        }
    }

    static Stream<Origin> origins() {
        return Stream.of(new Origin(2, false), new Origin(2, true), new Origin(1, false), new Origin(1, true));
    }

    static List<Integer> expected() {
        var batches = new ArrayList<Integer>();
        try (var feed = new Origin(2, false).open(SlotMemory.ofHost())) {
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

    /** Reads what came only when all is done, since to read is to wait. Some batches are brought before they are taken. */
    static Outcome run(Device device, int products, Origin origin) {
        try (var _ = TensorScope.open("inflow");
                var stream = DeviceStream.open(device);
                var times = new StepTimes(stream, Trace.OFF)) {
            var input = new DeviceInput(DATA.shape(), DATA.mean(), DATA.deviation(), DATA.batch(), device);
            var came = new ArrayList<Tensor>();
            var labels = new ArrayList<Tensor>();
            long start = System.nanoTime();
            try (var feed = origin.open(PageLockedMemory.towards(device));
                    var inflow = new Inflow(input, stream, times)) {
                for (int i = 0; i < EPOCHS * DATA.batchesPerEpoch(); i++) {
                    int size = inflow.take(feed);
                    came.add(copy(input.pictures(0, size)));
                    labels.add(copy(input.labels(0, size)));
                    compute(device, products);
                    times.ends();
                    if (i % 7 > 0) {
                        inflow.bringNext(feed);
                    }
                }
            }
            stream.synchronize();
            double seconds = (System.nanoTime() - start) * 1e-9;
            var batches = new ArrayList<Integer>();
            for (int i = 0; i < came.size(); i++) {
                batches.add(hash(bytes(came.get(i)), labels.get(i).toHost().toArray(ValueLayout.JAVA_BYTE)));
            }
            return new Outcome(batches, times.read().since(TimeSplit.NONE, seconds), seconds);
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

    /** The bytes that normalised pictures were made of. */
    private static byte[] bytes(Tensor pictures) {
        var floats = pictures.permute(0, 2, 3, 1).toHost().toArray(ValueLayout.JAVA_FLOAT);
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
