package dev.stoker.tensor.collective;

import dev.stoker.core.Bytes;
import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.NativeMemory;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** What every rank of a group finds right or fails at; all of them run it at the same time. */
final class CollectiveChecks {
    /** Those of several ranks would take long on a busy machine. */
    private static final int SMALL_SUMS_ALONE = 10_000;

    private static final int SMALL_SUMS = 500;

    /** Less than the operations themselves would take if they were not freed. */
    private static final Bytes FEW = new Bytes(8 << 20);

    private static final int ROUNDS = 4;

    private final Communicator ranks;
    private final int rank;
    private final int world;

    CollectiveChecks(Communicator ranks) {
        this.ranks = ranks;
        rank = ranks.rank();
        world = ranks.world();
    }

    void all() {
        try (var _ = TensorScope.open("checks")) {
            List.of(DataType.FLOAT32, DataType.FLOAT64, DataType.BFLOAT16, DataType.FLOAT16, DataType.INT64)
                    .forEach(this::aSumIsThatOfAllRanks);
            layoutsAndSizes();
            sumsInProgressAreMatchedInOrder();
            aTensorMayBeFreedWhileItIsSummed();
            everyRankCanBroadcast();
            bytesOfDifferentLengths();
            maxima();
            ranks.barrier();
        }
        manySumsCostNoMemory();
    }

    private static void expect(String what, Object found, Object expected) {
        if (!Objects.deepEquals(found, expected)) {
            var found2 = found instanceof long[] numbers ? Arrays.toString(numbers) : found;
            throw new IllegalStateException("%s: found %s".formatted(what, found2));
        }
    }

    private static void expectAll(String what, Tensor values, double expected) {
        try (var _ = TensorScope.open("expect")) {
            double sum = values.toFloat().sum().value();
            expect(what, sum, expected * values.elements());
        }
    }

    private Tensor filled(DataType type, long count, double value) {
        return Tensor.zeros(type, Device.CPU, count).fillInPlace(value);
    }

    private double sumOfRanks() {
        return world * (world + 1) / 2.0;
    }

    private void aSumIsThatOfAllRanks(DataType type) {
        var values = filled(type, 1000, rank + 1);
        ranks.sum(values);
        expectAll("sum of " + type, values, sumOfRanks());
    }

    private void layoutsAndSizes() {
        ranks.sum(Tensor.zeros(DataType.FLOAT32, Device.CPU, 0));
        var images = Tensor.zeros(DataType.FLOAT32, Device.CPU, 2, 3, 4, 5)
                .fillInPlace((double) rank + 1)
                .channelsLast();
        ranks.sum(images);
        expectAll("sum in channels-last layout", images, sumOfRanks());
        var large = filled(DataType.FLOAT32, 1_000_003, rank + 1);
        ranks.sum(large.part(1, 1_000_001));
        expect("first of a sum of a part", large.at(0).value(), rank + 1.0);
        expectAll("sum of a part", large.part(1, 1_000_001), sumOfRanks());
    }

    /** Joined from the last to the first. */
    private void sumsInProgressAreMatchedInOrder() {
        var values = new ArrayList<Tensor>();
        var sums = new ArrayList<Reduction>();
        for (int i = 0; i < 20; i++) {
            values.add(filled(DataType.FLOAT32, 1000L * (20 - i), (rank + 1) * (i + 1)));
            sums.add(ranks.startSum(values.get(i)));
        }
        sums.reversed().forEach(Reduction::join);
        sums.getFirst().join();
        for (int i = 0; i < 20; i++) {
            expectAll("sum " + i, values.get(i), sumOfRanks() * (i + 1));
        }
    }

    private void aTensorMayBeFreedWhileItIsSummed() {
        Reduction sum;
        try (var _ = TensorScope.open("freed")) {
            sum = ranks.startSum(filled(DataType.FLOAT32, 3_000_000, 1));
        }
        sum.join();
    }

    private void everyRankCanBroadcast() {
        for (int root = 0; root < world; root++) {
            var values = filled(DataType.FLOAT32, 1000, rank);
            ranks.broadcast(values, root);
            expectAll("broadcast of rank " + root, values, root);
        }
        var numbers = filled(DataType.INT64, 10, rank);
        ranks.broadcast(numbers, world - 1);
        expectAll("broadcast of integers", numbers, world - 1);
    }

    private byte[] bytes(int of) {
        var bytes = new byte[of == 1 ? 0 : 1000 * of + 7];
        Arrays.fill(bytes, (byte) (of - 3));
        return bytes;
    }

    private void bytesOfDifferentLengths() {
        for (int root = 0; root < world; root++) {
            var sent = rank == root ? bytes(root) : new byte[0];
            expect("bytes of rank " + root, ranks.broadcast(sent, root), bytes(root));
        }
        var expected = IntStream.range(0, world).mapToObj(this::bytes).toArray(byte[][]::new);
        expect("gathered bytes", ranks.gather(bytes(rank)).toArray(byte[][]::new), expected);
        expect("nothing gathered", ranks.gather(new byte[0]).getLast().length, 0);
    }

    private void maxima() {
        var first = ranks.startMaximum(rank, -rank, Long.MIN_VALUE + rank);
        var second =
                ranks.startMaximum(LongStream.range(0, 1000).map(i -> i * rank).toArray());
        expect("maximum", first.join(), new long[] {world - 1, 0, Long.MIN_VALUE + world - 1});
        expect(
                "many",
                second.join(),
                LongStream.range(0, 1000).map(i -> i * (world - 1)).toArray());
        expect("joined again", first.join()[0], (long) world - 1);
    }

    private void manySumsCostNoMemory() {
        try (var _ = TensorScope.open("memory")) {
            var values = filled(DataType.FLOAT32, 10, 0);
            sums(values, 100);
            long pointers = NativeMemory.livePointers();
            long growth = growth(values);
            // A compiler of the JVM takes megabytes while it compiles; what sums leave behind grows each time. Ranks
            // decide together.
            for (int i = 1; i < ROUNDS && ranks.startMaximum(growth).join()[0] > FEW.count(); i++) {
                growth = growth(values);
            }
            expect("pointers", NativeMemory.livePointers(), pointers);
            expect("growth of native memory", Math.max(growth, FEW.count()), FEW.count());
        }
    }

    private long growth(Tensor values) {
        long before = inUse();
        sums(values, world == 1 ? SMALL_SUMS_ALONE : SMALL_SUMS);
        return inUse() - before;
    }

    private void sums(Tensor values, int count) {
        for (int i = 0; i < count; i++) {
            var maximum = ranks.startMaximum(i, rank, 0);
            ranks.sum(values);
            maximum.join();
        }
    }

    private static long inUse() {
        return NativeMemory.malloc().map(malloc -> malloc.inUse().count()).orElse(0L);
    }
}
