package dev.stoker.data.internal.pipeline;

import dev.stoker.data.PipelineResources;
import dev.stoker.data.StageStatistics;
import dev.stoker.data.internal.tuning.MemoryBudget;
import java.util.List;

/** One iteration: what it may use, whether order matters, and its worker pools. */
public record PipelineRun(PipelineResources resources, boolean ordered, WorkerPools workerPools, MemoryBudget memory) {
    public PipelineRun(PipelineResources resources, MemoryBudget memory) {
        this(resources, true, new WorkerPools(), memory);
    }

    public PipelineRun(PipelineResources resources) {
        this(resources, new MemoryBudget(resources.memory()));
    }

    public PipelineRun unordered() {
        return new PipelineRun(resources, false, workerPools, memory);
    }

    /** A worker pool that is part of this iteration. */
    <P> WorkerPool<P> workerPool(TaskSource<P> source) {
        return workerPools.opened(new WorkerPool<>("data", resources, memory, source));
    }

    public int workers() {
        return workerPools.workers();
    }

    public List<String> decisions() {
        return workerPools.decisions();
    }

    public List<StageStatistics> statistics() {
        return workerPools.statistics();
    }
}
