package dev.stoker.train.search;

import dev.stoker.core.Bytes;
import dev.stoker.nn.ModelSummary;
import dev.stoker.telemetry.hardware.CpuInfo;
import dev.stoker.telemetry.hardware.Gpu;
import dev.stoker.telemetry.hardware.Gpus;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.cuda.DeviceMemory;
import dev.stoker.tensor.cuda.GpuSettings;
import dev.stoker.train.step.DeviceOutOfMemoryException;
import dev.stoker.train.step.SyntheticStep;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Trains for a short time on a synthetic batch. A GPU that runs out of memory reports it, and everything allocated is
 * released; a process that uses too much of the machine's memory is killed, so on a CPU an estimate decides beforehand.
 */
final class DeviceBatchSizeTrial implements BatchSizeTrial {
    /** The runs before a step is captured, the capture, and one more. */
    private static final int WARM_UP_STEPS = 5;

    private static final int CPU_WARM_UP_STEPS = 2;
    private static final int FEWEST_STEPS = 3;

    /** Weights, gradients, and two moments of an optimizer. */
    private static final int WEIGHT_COPIES = 4;

    /** Factor for gradients of activations and workspaces of operators besides the activations that are kept. */
    private static final double ACTIVATION_OVERHEAD = 1.5;

    private final BatchSizeFinderSettings settings;
    private final ModelSummary summary;

    DeviceBatchSizeTrial(BatchSizeFinderSettings settings) {
        this.settings = settings;
        summary = ModelSummary.of(settings.model());
    }

    @Override
    public boolean isTooLarge(int batch) {
        return switch (settings.device()) {
            case Device.Cpu _ -> estimate(batch) > settings.memory().count();
            case Device.Cuda _ -> false;
        };
    }

    @Override
    public boolean isSlow() {
        return settings.device() instanceof Device.Cpu;
    }

    private double estimate(int batch) {
        double activations = ACTIVATION_OVERHEAD * Float.BYTES * summary.activations() * (double) batch;
        return (double) WEIGHT_COPIES * summary.weightBytes() + activations;
    }

    @Override
    public Optional<BatchSizeMeasurement> measure(int batch) {
        DeviceMemory.giveBack(settings.device());
        long before = GpuSettings.usedMemory(settings.device());
        try (var step = SyntheticStep.open(
                settings.model(), batch, settings.optimizer(), settings.step().withoutHalving(), settings.device())) {
            var point = measured(step, batch, before);
            return point.memory().compareTo(settings.memory()) > 0 ? Optional.empty() : Optional.of(point);
        } catch (RuntimeException failure) {
            if (failure instanceof DeviceOutOfMemoryException || DeviceMemory.isOutOfMemory(failure)) {
                return Optional.empty();
            }
            throw failure;
        } finally {
            DeviceMemory.giveBack(settings.device());
        }
    }

    private BatchSizeMeasurement measured(SyntheticStep step, int batch, long before) {
        repeat(step, isSlow() ? CPU_WARM_UP_STEPS : WARM_UP_STEPS);
        long processor = CpuInfo.timeUsed().toNanos();
        long start = System.nanoTime();
        int steps = 0;
        while (steps < FEWEST_STEPS || System.nanoTime() - start < settings.seconds() * 1e9) {
            repeat(step, 1 + steps / 2); // waiting for a GPU after every step would show as a gap
            steps += 1 + steps / 2;
        }
        double nanos = System.nanoTime() - start;
        double busy = (CpuInfo.timeUsed().toNanos() - processor) / nanos / settings.threads();
        return new BatchSizeMeasurement(batch, 1e9 * batch * steps / nanos, memory(batch, before), utilization(busy));
    }

    private static void repeat(SyntheticStep step, int times) {
        for (int i = 0; i < times; i++) {
            step.run();
        }
        step.synchronize();
    }

    private Bytes memory(int batch, long before) {
        return switch (settings.device()) {
            case Device.Cpu _ -> new Bytes((long) estimate(batch));
            case Device.Cuda _ -> new Bytes(Math.max(0, GpuSettings.usedMemory(settings.device()) - before));
        };
    }

    /** The driver averages over a fraction of a second. */
    private OptionalDouble utilization(double busyCores) {
        return switch (settings.device()) {
            case Device.Cpu _ -> OptionalDouble.of(Math.min(1, busyCores));
            case Device.Cuda(int index) ->
                switch (Gpus.probe()) {
                    case Gpus.Missing _ -> OptionalDouble.empty();
                    case Gpus.Found found ->
                        found.devices().stream()
                                .filter(gpu -> gpu.index() == index && gpu.utilizationPercent() != Gpu.NOT_REPORTED)
                                .mapToDouble(gpu -> gpu.utilizationPercent() / 100.0)
                                .findFirst();
                };
        };
    }
}
