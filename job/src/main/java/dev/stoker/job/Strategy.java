package dev.stoker.job;

import dev.stoker.core.StokerException;
import dev.stoker.job.plan.Plan;
import dev.stoker.telemetry.hardware.CoreShare;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** How a training is spread over processes, devices and threads. */
public enum Strategy {
    /** One process on one device. */
    SINGLE,
    /** A process for each GPU of this host. */
    MIRRORED,
    /** The ranks that a launcher or a cluster has started. */
    WORKERS,
    /** Threads of one process that train the same weights without locks (Hogwild!). */
    HOGWILD;

    /** The word on the command line. */
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** With how many ranks or threads take part. */
    String title(int ranks, Plan plan) {
        return switch (this) {
            case SINGLE -> title();
            case MIRRORED, WORKERS -> "%s (%d %s)".formatted(title(), ranks, ranks == 1 ? "rank" : "ranks");
            case HOGWILD ->
                "%s (%d threads)".formatted(title(), plan.distributed().hogwildThreads());
        };
    }

    /** What a person should know, in one line; empty where there is nothing to say. */
    Optional<String> note(Plan plan) {
        return this == HOGWILD
                ? Optional.of("%d threads train the same weights without locks: the result is not reproducible"
                        .formatted(plan.distributed().hogwildThreads()))
                : Optional.empty();
    }

    /**
     * The strategy for what was asked, or the one that fits where nothing was.
     *
     * @param launched whether variables of a launcher say which rank this process is
     * @param devices how many ranks were asked for
     */
    public static Strategy choose(Optional<Strategy> asked, boolean launched, OptionalInt devices, Plan plan) {
        var chosen = asked.orElseGet(() -> fitting(launched, devices, plan));
        if (devices.isPresent() && chosen != MIRRORED) {
            throw new StokerException("--devices is for strategy mirrored, but the strategy is %s; remove one of them"
                    .formatted(chosen.title()));
        }
        if (chosen == WORKERS && !launched) {
            throw new StokerException(
                    "strategy workers trains as one of several ranks, but no variable says which one this process is;"
                            + " start it with `stoker launch`, or set RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT");
        }
        if (launched && (chosen == MIRRORED || chosen == HOGWILD)) {
            throw new StokerException(
                    "strategy %s is for one process that nobody launched, but variables say that this one is a rank; use strategy workers"
                            .formatted(chosen.title()));
        }
        return chosen;
    }

    private static Strategy fitting(boolean launched, OptionalInt devices, Plan plan) {
        if (launched) {
            return WORKERS;
        }
        if (plan.distributed().hogwildThreads() > 0) {
            return HOGWILD;
        }
        boolean several = plan.device().device().isAuto() && LibTorch.cudaDevices() > 1;
        return devices.isPresent() || several ? MIRRORED : SINGLE;
    }

    /** The plan by which this strategy trains: Hogwild has a thread for each core, unless the plan has a number. */
    public Plan planned(Plan plan) {
        int threads = plan.distributed().hogwildThreads();
        if (this == HOGWILD) {
            return threads > 0 ? plan : plan.with("hogwild-threads", Integer.toString(CoreShare.cores()));
        }
        if (threads > 0) {
            throw new StokerException(
                            "the plan trains %d threads without locks, but the strategy is %s; use strategy hogwild, or hogwild-threads 0"
                                    .formatted(threads, title()))
                    .about("hogwild-threads");
        }
        return plan;
    }

    /** How many ranks {@link #MIRRORED} starts on this host: as many as are asked for, or one for each GPU. */
    public static int mirroredRanks(OptionalInt devices, Plan plan) {
        boolean onCpu = plan.device()
                .device()
                .value()
                .filter(Device.Cpu.class::isInstance)
                .isPresent();
        int gpus = onCpu ? 0 : LibTorch.cudaDevices();
        if (devices.isEmpty() && gpus == 0) {
            throw new StokerException(
                    "strategy mirrored trains on all GPUs of this host, and %s; give the number of ranks on the CPU with --devices"
                            .formatted(onCpu ? "device is cpu" : "it has none"));
        }
        int ranks = devices.orElse(gpus);
        if (ranks < 1 || (gpus > 0 && ranks > gpus)) {
            throw new StokerException("--devices must be 1 to %s, got %d"
                    .formatted(gpus > 0 ? "%d, the number of GPUs".formatted(gpus) : "the number of cores", ranks));
        }
        return ranks;
    }
}
