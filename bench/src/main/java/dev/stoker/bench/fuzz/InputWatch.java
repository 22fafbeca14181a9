package dev.stoker.bench.fuzz;

import java.time.Duration;
import java.util.Optional;

/** Watches how long a worker is at one input: by the processor time of its process, and generously by the clock. */
final class InputWatch {
    private final Process process;
    private final ProgressFile progress;
    private final FuzzLimits limits;
    private long index = Long.MIN_VALUE;
    private Duration processorTime = Duration.ZERO;
    private long since;

    InputWatch(Process process, ProgressFile progress, FuzzLimits limits) {
        this.process = process;
        this.progress = progress;
        this.limits = limits;
    }

    /** The finding, if the input that is being read has exceeded its time. */
    Optional<WorkerProcess.Outcome.Ended> exceeded() {
        var now = process.info().totalCpuDuration().orElse(Duration.ZERO);
        long present = progress.index();
        if (present != index) {
            index = present;
            processorTime = now;
            since = System.nanoTime();
            return Optional.empty();
        }
        boolean busy = now.minus(processorTime).compareTo(limits.time()) > 0;
        boolean waiting = System.nanoTime() - since > limits.wallTime().toNanos();
        return (busy || waiting) && !progress.isIdle()
                ? Optional.of(new WorkerProcess.Outcome.Ended(
                        FindingKind.HANG,
                        index,
                        busy
                                ? "more than %s s of processor time"
                                        .formatted(limits.time().toSeconds())
                                : "more than %s s without an end"
                                        .formatted(limits.wallTime().toSeconds())))
                : Optional.empty();
    }
}
