package dev.stoker.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.StageStatistics;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** Records throughput, waiting times and the use of resources while a pipeline is drained. */
final class ThroughputRecorder {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final List<Long> waits = new ArrayList<>();
    private final List<Double> rates = new ArrayList<>();
    private long images;
    private long bytes;
    private long nanos;
    private long cpuTime;
    private long heap;
    private long imagesBefore;
    private long nanosBefore;

    void begin(BatchFeed feed) {
        bytes -= bytesRead(feed);
        heap -= THREADS.getTotalThreadAllocatedBytes();
        cpuTime -= SYSTEM.getProcessCpuTime();
        nanos -= System.nanoTime();
    }

    void batch(int size, long waited) {
        images += size;
        waits.add(waited);
    }

    void end(BatchFeed feed) {
        nanos += System.nanoTime();
        cpuTime += SYSTEM.getProcessCpuTime();
        heap += THREADS.getTotalThreadAllocatedBytes();
        bytes += bytesRead(feed);
    }

    private static long bytesRead(BatchFeed feed) {
        return feed.statistics().stream()
                .filter(stage -> stage.stage().equals("workers"))
                .mapToLong(StageStatistics::bytes)
                .sum();
    }

    void endRound() {
        rates.add((images - imagesBefore) * 1e9 / (nanos - nanosBefore));
        imagesBefore = images;
        nanosBefore = nanos;
    }

    InputBenchmarkReport finished(InputBenchmark.Settings settings, BatchFeed feed, long resident, double baseline) {
        var sorted = waits.stream().sorted().toList();
        return new InputBenchmarkReport(
                settings.source(),
                settings.transform(),
                feed.workers(),
                feed.decisions(),
                settings.batch(),
                Statistics.median(rates),
                bytes * 1e3 / nanos,
                percentile(sorted, 0.5),
                percentile(sorted, 0.95),
                percentile(sorted, 0.99),
                cpuTime / (double) nanos / Runtime.getRuntime().availableProcessors(),
                heap / Math.max(1, images),
                resident,
                feed.peakMemory(),
                feed.statistics(),
                feed.requests(),
                baseline,
                List.of());
    }

    private static double percentile(List<Long> sorted, double share) {
        return sorted.isEmpty() ? 0 : sorted.get((int) (share * (sorted.size() - 1))) * 1e-6;
    }
}
