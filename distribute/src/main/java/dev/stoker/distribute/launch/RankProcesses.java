package dev.stoker.distribute.launch;

import dev.stoker.core.StokerException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * All ranks of one start. When one fails, the others get a time to notice it by themselves, then they are asked to stop, then
 * killed.
 */
final class RankProcesses implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(50);

    private final Duration grace;
    private final List<RankProcess> processes = new CopyOnWriteArrayList<>();
    private final BlockingQueue<RankProcess> ended = new LinkedBlockingQueue<>();
    private Optional<FailedRank> failure = Optional.empty();
    private long failedAt;
    private boolean stopping;

    RankProcesses(Duration grace) {
        this.grace = grace;
    }

    /** Where one cannot be started, closing ends those that were. */
    void start(List<Rank> ranks, Function<Rank, RankProcess> starter) {
        for (var rank : ranks) {
            var process = starter.apply(rank);
            processes.add(process);
            process.whenEnded(() -> ended.add(process));
        }
    }

    /** Waits for the end of all ranks; returns the first failure. A stop that was requested is passed on once. */
    Optional<FailedRank> await(BooleanSupplier stopRequested) {
        int running = processes.size();
        while (running > 0) {
            var process = nextEnded();
            if (process.isPresent()) {
                running--;
                process.filter(RankProcess::hasFailed).ifPresent(this::failed);
            }
            if (stopRequested.getAsBoolean()) {
                stop();
            }
            failure.ifPresent(_ -> endOthers());
        }
        return failure;
    }

    private Optional<RankProcess> nextEnded() {
        try {
            return Optional.ofNullable(ended.poll(POLL.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new StokerException("interrupted while ranks ran; they were ended", interruption);
        }
    }

    private void failed(RankProcess process) {
        if (failure.isEmpty()) {
            failure = Optional.of(process.failure());
            failedAt = System.nanoTime();
        }
    }

    private void endOthers() {
        var elapsed = Duration.ofNanos(System.nanoTime() - failedAt);
        if (elapsed.compareTo(grace) > 0) {
            stop();
        }
        if (elapsed.compareTo(grace.multipliedBy(2)) > 0) {
            kill();
        }
    }

    private void stop() {
        if (!stopping) {
            stopping = true;
            alive().forEach(RankProcess::stop);
        }
    }

    /** At once, from any thread. */
    void kill() {
        alive().forEach(RankProcess::kill);
    }

    private List<RankProcess> alive() {
        return processes.stream().filter(RankProcess::isAlive).toList();
    }

    @Override
    public void close() {
        kill();
        processes.forEach(RankProcess::close);
    }
}
