package dev.stoker.job.internal.setup;

import dev.stoker.core.Bytes;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.setup.MemoryShares;
import dev.stoker.nn.Model;
import dev.stoker.nn.ModelSummary;
import dev.stoker.telemetry.hardware.ProcessUsage;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.NativeMemory;

/** What a run needs besides its input pipeline: in part measured in this process, in part estimated. */
public final class MemoryEstimate {
    /** Classes, compiled code, symbols, thread stacks: 75 MiB were measured after an hour of training. */
    private static final Bytes RUNTIME = Bytes.ofMebibytes(96);

    /** Pages of libraries that the first steps bring in: libtorch grew from 92 to 122 MiB. */
    private static final Bytes LIBRARY_PAGES_TO_COME = Bytes.ofMebibytes(40);

    /** Weights, gradients, two moments of an optimizer, and the state of a checkpoint that is being written. */
    private static final int WEIGHT_COPIES = 7;

    /** Gradients of activations, workspaces of operators, and freed blocks that malloc keeps between others. */
    private static final double ACTIVATION_OVERHEAD = 3;

    private MemoryEstimate() {}

    public static MemoryShares of(Plan plan, Model model, Device device) {
        long pages = ProcessUsage.now().map(usage -> usage.fileBacked().count()).orElse(0L);
        long allocated =
                NativeMemory.malloc().map(malloc -> malloc.inUse().count()).orElse(0L);
        return new MemoryShares(
                new Bytes(Runtime.getRuntime().maxMemory()),
                RUNTIME,
                new Bytes(pages + LIBRARY_PAGES_TO_COME.count() + allocated),
                training(plan, model, device));
    }

    private static Bytes training(Plan plan, Model model, Device device) {
        return switch (device) {
            case Device.Cuda _ -> new Bytes(0);
            case Device.Cpu _ -> {
                var summary = ModelSummary.of(model);
                double activations = ACTIVATION_OVERHEAD
                        * Float.BYTES
                        * summary.activations()
                        * plan.training().batchSize();
                yield new Bytes(WEIGHT_COPIES * summary.weightBytes() + (long) activations + teacher(plan));
            }
        };
    }

    /** The weights of a teacher, which its file consists of; its activations are freed layer by layer. */
    private static long teacher(Plan plan) {
        return plan.compression().teacher().map(file -> file.toFile().length()).orElse(0L);
    }
}
