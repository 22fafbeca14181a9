package dev.stoker.tensor.collective;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.CudaGraph;
import dev.stoker.tensor.cuda.DeviceStream;
import java.util.List;

/** What every rank of a group finds right on its GPU or fails at; all of them run it at the same time. */
final class GpuCollectiveChecks {
    static final Device.Cuda DEVICE = new Device.Cuda(0);

    private static final int RUNS = CudaGraph.RUNS_UNTIL_CAPTURED + 10;

    private GpuCollectiveChecks() {}

    static void all(Communicator hosts) {
        try (var _ = TensorScope.open("gpu");
                var computing = DeviceStream.open(DEVICE);
                var ranks = Communicator.nccl(hosts, DEVICE, computing)) {
            everyTypeIsSummed(ranks);
            aRankBroadcasts(ranks);
            sumsAreRepeatedAtEveryReplay(ranks, computing);
            expect("maximum", (double) ranks.startMaximum(ranks.rank()).join()[0], ranks.world() - 1);
            ranks.barrier();
        }
    }

    private static void expect(String what, double found, double expected) {
        if (Math.abs(found - expected) > 1e-6 * Math.abs(expected)) { // means of 32-bit sums
            throw new IllegalStateException("%s: found %s, not %s".formatted(what, found, expected));
        }
    }

    private static Tensor filled(DataType type, long count, double value) {
        return Tensor.zeros(type, DEVICE, count).fillInPlace(value);
    }

    private static double mean(Tensor values) {
        return values.toFloat().sum().value() / values.elements();
    }

    private static void everyTypeIsSummed(Communicator ranks) {
        for (var type :
                List.of(DataType.FLOAT32, DataType.FLOAT64, DataType.BFLOAT16, DataType.FLOAT16, DataType.INT64)) {
            var values = filled(type, 1000, ranks.rank() + 1);
            ranks.sum(values);
            expect("sum of " + type, mean(values), sumOfRanks(ranks));
        }
    }

    private static double sumOfRanks(Communicator ranks) {
        return ranks.world() * (ranks.world() + 1) / 2.0;
    }

    private static void aRankBroadcasts(Communicator ranks) {
        var values = filled(DataType.FLOAT32, 1000, ranks.rank());
        ranks.broadcast(values, ranks.world() - 1);
        expect("broadcast", mean(values), ranks.world() - 1);
    }

    /** What is summed is computed just before, and what was summed is read just after, all of it in one graph. */
    private static void sumsAreRepeatedAtEveryReplay(Communicator ranks, DeviceStream computing) {
        var step = filled(DataType.FLOAT32, 1_000_000, 0);
        var first = filled(DataType.FLOAT32, 1_000_000, 0);
        var second = filled(DataType.FLOAT32, 1000, 0);
        var total = filled(DataType.FLOAT32, 1_000_000, 0);
        Runnable work = () -> {
            try (var _ = TensorScope.open("step")) {
                step.addInPlace(1);
                first.copyFrom(step.times(ranks.rank() + 1));
                var pending = ranks.startSum(first);
                second.fillInPlace(1.0);
                var other = ranks.startSum(second);
                pending.join();
                total.addInPlace(first);
                other.join();
                total.addInPlace(second.sum());
            }
        };
        try (var graph = CudaGraph.of(computing, work)) {
            for (int run = 1; run <= RUNS; run++) {
                graph.run();
            }
            if (!graph.isCaptured()) {
                throw new IllegalStateException("not captured: " + graph.whyNotCaptured());
            }
            expect("step", mean(step), RUNS);
            expect("sum of the last step", mean(first), RUNS * sumOfRanks(ranks));
            expect("total", mean(total), RUNS * (RUNS + 1) / 2.0 * sumOfRanks(ranks) + RUNS * 1000.0 * ranks.world());
        }
    }

    /** A sum that the other ranks do not take part in: what is said when it is aborted, once the device is done. */
    static String abortedSum(Communicator hosts, Runnable untilTold) {
        try (var _ = TensorScope.open("abort");
                var computing = DeviceStream.open(DEVICE);
                var ranks = Communicator.nccl(hosts, DEVICE, computing)) {
            var values = filled(DataType.FLOAT32, 1000, 1);
            ranks.sum(values);
            computing.synchronize();
            if (ranks.rank() != 0) {
                untilTold.run();
                return "took no part";
            }
            ranks.sum(values);
            ranks.abort();
            computing.synchronize();
            ranks.sum(values);
            return "was not aborted";
        } catch (CommunicationException failure) {
            return String.valueOf(failure.getMessage());
        }
    }
}
