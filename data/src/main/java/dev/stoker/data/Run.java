package dev.stoker.data;

import java.util.List;

/** One iteration: what it may use, how its order is kept, and what its crews are doing. */
record Run(Resources resources, boolean ordered, Crews crews, MemoryBudget memory) {
    Run(Resources resources, MemoryBudget memory) {
        this(resources, true, new Crews(), memory);
    }

    Run(Resources resources) {
        this(resources, new MemoryBudget(resources.memory()));
    }

    Run unordered() {
        return new Run(resources, false, crews, memory);
    }

    /** Threads that will carry out some work, and count as part of this iteration. */
    <P> Crew<P> crew(Crew.Work<P> work) {
        return crews.joined(new Crew<>("data", resources, memory, work));
    }

    int workers() {
        return crews.workers();
    }

    List<String> decisions() {
        return crews.decisions();
    }

    List<StageStatistics> statistics() {
        return crews.statistics();
    }
}
