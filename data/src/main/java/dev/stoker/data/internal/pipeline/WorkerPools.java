package dev.stoker.data.internal.pipeline;

import dev.stoker.data.StageStatistics;
import dev.stoker.data.internal.tuning.PipelineMetrics;
import java.util.ArrayList;
import java.util.List;

/** The worker pools of an iteration: one by default, several where datasets are interleaved, zipped or concatenated. */
public final class WorkerPools {
    private final List<WorkerPool<?>> open = new ArrayList<>();
    private final List<String> earlierDecisions = new ArrayList<>();
    private final PipelineMetrics earlier = new PipelineMetrics();

    synchronized <P> WorkerPool<P> opened(WorkerPool<P> workerPool) {
        open.add(workerPool);
        return workerPool;
    }

    /** Keeps the decisions and metrics of a pool. */
    synchronized void closed(WorkerPool<?> workerPool) {
        if (open.remove(workerPool)) {
            earlierDecisions.addAll(workerPool.tuner().decisions());
            earlier.add(workerPool.metrics());
        }
    }

    synchronized int workers() {
        return open.stream()
                .mapToInt(workerPool -> workerPool.tuner().workers())
                .sum();
    }

    synchronized List<String> decisions() {
        var all = new ArrayList<>(earlierDecisions);
        open.forEach(workerPool -> all.addAll(workerPool.tuner().decisions()));
        return all;
    }

    public List<StageStatistics> statistics() {
        return statistics(new PipelineMetrics());
    }

    /** Includes metrics that were taken outside the pools. */
    public synchronized List<StageStatistics> statistics(PipelineMetrics others) {
        var all = new PipelineMetrics();
        all.add(earlier);
        all.add(others);
        open.forEach(workerPool -> all.add(workerPool.metrics()));
        return all.statistics();
    }
}
