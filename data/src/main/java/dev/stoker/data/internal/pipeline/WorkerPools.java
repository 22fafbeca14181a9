package dev.stoker.data.internal.pipeline;

import dev.stoker.data.StageStatistics;
import dev.stoker.data.internal.tuning.PipelineMetrics;
import java.util.ArrayList;
import java.util.List;

/** The crews of an iteration: usually one, several where data sets are walked side by side or one behind the other. */
public final class WorkerPools {
    private final List<WorkerPool<?>> working = new ArrayList<>();
    private final List<String> decisionsBefore = new ArrayList<>();
    private final PipelineMetrics before = new PipelineMetrics();

    synchronized <P> WorkerPool<P> joined(WorkerPool<P> workerPool) {
        working.add(workerPool);
        return workerPool;
    }

    /** What a crew did stays on record. */
    synchronized void left(WorkerPool<?> workerPool) {
        if (working.remove(workerPool)) {
            decisionsBefore.addAll(workerPool.tuner().decisions());
            before.add(workerPool.metrics());
        }
    }

    synchronized int workers() {
        return working.stream()
                .mapToInt(workerPool -> workerPool.tuner().workers())
                .sum();
    }

    synchronized List<String> decisions() {
        var all = new ArrayList<>(decisionsBefore);
        working.forEach(workerPool -> all.addAll(workerPool.tuner().decisions()));
        return all;
    }

    public List<StageStatistics> statistics() {
        return statistics(new PipelineMetrics());
    }

    /** With what somebody else has measured. */
    public synchronized List<StageStatistics> statistics(PipelineMetrics others) {
        var all = new PipelineMetrics();
        all.add(before);
        all.add(others);
        working.forEach(workerPool -> all.add(workerPool.metrics()));
        return all.statistics();
    }
}
