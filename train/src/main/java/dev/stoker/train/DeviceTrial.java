package dev.stoker.train;

import dev.stoker.core.Bytes;
import dev.stoker.nn.Summary;
import dev.stoker.telemetry.Gpu;
import dev.stoker.telemetry.Gpus;
import dev.stoker.telemetry.Processor;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.DeviceMemory;
import dev.stoker.tensor.GpuSettings;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Trains for a moment on a batch that never changes. A GPU that runs out of memory says so, and everything taken is given
 * back; a process that takes too much of the machine's memory is killed, so on a CPU an estimate decides before.
 */
final class DeviceTrial implements BatchTrial {
    /** The runs before a step is captured, the capture, and one more. */
    private static final int WARM_UP_STEPS = 5;

    private static final int WARM_UP_STEPS_OF_A_CPU = 2;
    private static final int FEWEST_STEPS = 3;

    /** Weights, gradients, and two moments of an optimiser. */
    private static final int COPIES_OF_WEIGHTS = 4;

    /** What gradients of activations and operators' own buffers take beside the activations that are kept. */
    private static final double BESIDES_ACTIVATIONS = 1.5;

    private final BatchSettings settings;
    private final Summary summary;

    DeviceTrial(BatchSettings settings) {
        this.settings = settings;
        summary = Summary.of(settings.model());
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
        double activations = BESIDES_ACTIVATIONS * Float.BYTES * summary.activations() * (double) batch;
        return (double) COPIES_OF_WEIGHTS * summary.weightBytes() + activations;
    }

    @Override
    public Optional<BatchPoint> measure(int batch) {
        DeviceMemory.giveBack(settings.device());
        long before = GpuSettings.usedMemory(settings.device());
        try (var step = SyntheticStep.open(
                settings.model(), batch, settings.optimizer(), settings.step().withoutHalving(), settings.device())) {
            var point = measured(step, batch, before);
            return point.memory().compareTo(settings.memory()) > 0 ? Optional.empty() : Optional.of(point);
        } catch (RuntimeException failure) {
            if (failure instanceof OutOfMemoryException || DeviceMemory.isExhausted(failure)) {
                return Optional.empty();
            }
            throw failure;
        } finally {
            DeviceMemory.giveBack(settings.device());
        }
    }

    private BatchPoint measured(SyntheticStep step, int batch, long before) {
        repeat(step, isSlow() ? WARM_UP_STEPS_OF_A_CPU : WARM_UP_STEPS);
        long processor = Processor.timeUsed().toNanos();
        long start = System.nanoTime();
        int steps = 0;
        while (steps < FEWEST_STEPS || System.nanoTime() - start < settings.seconds() * 1e9) {
            repeat(step, 1 + steps / 2); // waiting for a GPU after every step would show as a gap
            steps += 1 + steps / 2;
        }
        double nanos = System.nanoTime() - start;
        double busy = (Processor.timeUsed().toNanos() - processor) / nanos / settings.threads();
        return new BatchPoint(batch, 1e9 * batch * steps / nanos, memory(batch, before), utilisation(busy));
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

    /** The driver looks back over a part of a second. */
    private OptionalDouble utilisation(double busyCores) {
        return switch (settings.device()) {
            case Device.Cpu _ -> OptionalDouble.of(Math.min(1, busyCores));
            case Device.Cuda(int index) ->
                switch (Gpus.probe()) {
                    case Gpus.Missing _ -> OptionalDouble.empty();
                    case Gpus.Found found ->
                        found.devices().stream()
                                .filter(gpu -> gpu.index() == index && gpu.utilisationPercent() != Gpu.NOT_REPORTED)
                                .mapToDouble(gpu -> gpu.utilisationPercent() / 100.0)
                                .findFirst();
                };
        };
    }
}
