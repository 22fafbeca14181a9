package dev.stoker.bench;

import dev.stoker.bench.roofline.LayerKernels;
import dev.stoker.bench.roofline.StepKernels;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.job.option.Auto;
import dev.stoker.job.setup.BackgroundStart;
import dev.stoker.job.setup.ChosenPrecision;
import dev.stoker.nn.Model;
import dev.stoker.nn.ModelSummary;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.telemetry.hardware.HostMemory;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Devices;
import dev.stoker.tensor.NativeSettings;
import dev.stoker.tensor.cuda.GpuPeakFlops;
import dev.stoker.tensor.cuda.GpuSettings;
import dev.stoker.train.step.AlgorithmSearch;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import dev.stoker.train.step.SyntheticStep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The throughput of a training step, with a batch already on the device. On a GPU also:
 *
 * <ul>
 *   <li>{@code share_of_peak}: the step's arithmetic, three times the forward pass's multiply-adds, as a share of the
 *       peak of the GPU in that precision ({@link GpuPeakFlops}, described in {@code peak}).
 *   <li>{@code idle_share}: the share of the time in which the device waits for the host. The same step, captured and replayed
 *       back to back, takes {@code device_milliseconds} by CUDA events; the rest of a step's time is idle. Pauses of about a
 *       microsecond between the kernels of a captured step are not seen.
 * </ul>
 *
 * {@code warmup_seconds} is the time from opening the step until it is captured, or until as many steps are done where it is
 * not: what a run spends before its first step, once libtorch is loaded.
 */
public final class StepBenchmark {
    private static final int WARM_UP_STEPS = 6;

    /** The last of them is captured. */
    private static final int STEPS_UNTIL_CAPTURED = 4;

    /**
     * What to measure, by name.
     *
     * @param precision its name, or auto, which is chosen for the device as a training chooses it
     * @param size side of the images; 0 for the default of the model
     * @param search execution plans that cuDNN tries per convolution; 0 disables, empty is what {@link AlgorithmSearch} has for the model
     * @param threads intra-op threads on the CPU
     * @param seconds measurement time of all rounds together
     * @param baseline whether the same model in plain libtorch calls is measured in turn, on the CPU in fp32
     * @param kernels whether the kernels of the step, and of each layer, are recorded after it was measured, on a GPU
     */
    public record Request(
            String model,
            int size,
            int batch,
            String precision,
            String device,
            boolean capture,
            boolean fusing,
            OptionalInt search,
            int threads,
            double seconds,
            int rounds,
            boolean baseline,
            boolean kernels) {
        public Request {
            if (search.orElse(0) < 0) {
                throw new StokerException("search must be at least 0, got " + search.getAsInt()).about("search");
            }
            if (size < 0) {
                throw new StokerException("size must be at least 0, got " + size).about("size");
            }
            if (batch < 1 || rounds < 1 || !(seconds > 0)) {
                throw new StokerException("batch, rounds and seconds must be above 0, got %d, %d and %s"
                                .formatted(batch, rounds, seconds))
                        .about("batch", "rounds", "seconds");
            }
        }

        private void check(Device device, Precision chosen) {
            chosen.check(device);
            if (kernels && device instanceof Device.Cpu) {
                throw new StokerException("kernels are those of a GPU, but the device is the CPU; remove kernels")
                        .about("kernels", "device");
            }
            if (baseline && !(device instanceof Device.Cpu && chosen == Precision.FP32)) {
                throw new StokerException(
                                "the baseline is for the CPU in fp32, got %s and %s; choose device cpu and precision fp32"
                                        .formatted(device, chosen.title()))
                        .about("device", "precision");
            }
        }

        private Model built() {
            var defaultModel = ModelZoo.withDefaults(model);
            return size == 0
                    ? defaultModel
                    : ModelZoo.model(
                            model, new Shape(size, size, defaultModel.input().channels()), defaultModel.classes());
        }

        private ChosenPrecision precisionOn(Device device) {
            var asked = precision.equals("auto") ? Auto.<Precision>auto() : Auto.of(Precision.named(precision));
            return ChosenPrecision.of(asked, device);
        }

        private StepSettings step(Precision chosen) {
            var plain = StepSettings.plain(chosen);
            var fused = fusing ? plain : plain.withoutFusing();
            return capture ? fused : fused.withoutCapture();
        }
    }

    private StepBenchmark() {}

    /** The fields of the report under their names in JSON; rates are medians of the rounds. */
    public static Map<String, Object> run(Request request) {
        BackgroundStart.startOnlyGpu(request.device);
        var model = request.built();
        var device = Devices.choose(request.device);
        BackgroundStart.open(device);
        var chosen = request.precisionOn(device);
        var settings = request.step(chosen.precision());
        request.check(device, settings.precision());
        int search = request.search.orElseGet(() -> AlgorithmSearch.plansFor(model));
        new NativeSettings(request.threads, false, search, settings.precision().allowsTf32()).apply();
        long memoryBefore = GpuSettings.usedMemory(device);
        var fields = new LinkedHashMap<String, Object>();
        fields.put("model", model.name());
        fields.put("batch", request.batch);
        fields.put("precision", settings.precision().title());
        chosen.reason().ifPresent(reason -> fields.put("reason", reason));
        chosen.warning().ifPresent(warning -> fields.put("warning", warning));
        fields.put("device", device.toString());
        fields.put("search", search);
        fields.put("threads", request.threads);
        long opened = System.nanoTime();
        try (var kernels = request.kernels ? StepKernels.open() : null;
                var step = SyntheticStep.open(model, request.batch, settings, device);
                var baseline = request.baseline ? new LibtorchBaselineStep(model, request.batch) : null) {
            var rounds = measure(step, baseline, request, opened);
            double median = Statistics.median(rounds.ours);
            double imagesPerSecond = 1e3 * request.batch / median;
            double teraflops = 6e-12 * ModelSummary.of(model).multiplyAdds() * imagesPerSecond;
            fields.put("images_per_second", imagesPerSecond);
            fields.put("step_milliseconds", median);
            fields.put("warmup_seconds", rounds.warmUp);
            fields.put("captured", step.isCaptured());
            step.whyEager().ifPresent(why -> fields.put("why_not_captured", why));
            step.whyNotFused().ifPresent(why -> fields.put("why_not_fused", why));
            fields.put("peak_memory_bytes", peakMemory(device, memoryBefore));
            fields.put("teraflops", teraflops);
            if (device instanceof Device.Cuda gpu) {
                fields.putAll(shareOfPeak(gpu, settings.precision(), teraflops));
                fields.putAll(idleTime(replayMilliseconds(step, request, settings.precision()), median));
                if (kernels != null) {
                    fields.putAll(kernels.of(
                            step,
                            model,
                            request.batch,
                            settings.precision().type().bytes(),
                            gpu,
                            peak(gpu, settings.precision())));
                }
            }
            if (request.baseline) {
                double plain = Statistics.median(rounds.baseline);
                fields.put("baseline_milliseconds", plain);
                fields.put("speedup_over_baseline", plain / median);
            }
            fields.put("rounds_milliseconds", rounds.ours);
        }
        if (request.kernels && device instanceof Device.Cuda gpu) {
            fields.putAll(LayerKernels.of(model, request.batch, settings, gpu, peak(gpu, settings.precision())));
        }
        return fields;
    }

    /** Seconds of warm-up, and milliseconds per step, round by round. */
    private record Rounds(double warmUp, List<Double> ours, List<Double> baseline) {}

    private static Rounds measure(
            SyntheticStep step, @Nullable LibtorchBaselineStep baseline, Request request, long opened) {
        BackgroundStart.finish();
        repeat(step, STEPS_UNTIL_CAPTURED);
        var rounds = new Rounds((System.nanoTime() - opened) * 1e-9, new ArrayList<>(), new ArrayList<>());
        double seconds = request.seconds / request.rounds;
        if (baseline != null) {
            repeat(baseline, WARM_UP_STEPS);
        }
        repeat(step, WARM_UP_STEPS - STEPS_UNTIL_CAPTURED);
        for (int i = 0; i < request.rounds; i++) {
            rounds.ours.add(round(times -> repeat(step, times), seconds));
            if (baseline != null) {
                rounds.baseline.add(round(times -> repeat(baseline, times), seconds));
            }
        }
        return rounds;
    }

    private static Map<String, Object> shareOfPeak(Device.Cuda gpu, Precision precision, double teraflops) {
        var fields = new LinkedHashMap<String, Object>();
        GpuPeakFlops.of(gpu, arithmetic(precision)).ifPresent(peak -> {
            fields.put("share_of_peak", teraflops / peak.teraflops());
            fields.put("peak_teraflops", peak.teraflops());
            fields.put("peak", peak.source());
        });
        return fields;
    }

    private static OptionalDouble peak(Device.Cuda gpu, Precision precision) {
        return GpuPeakFlops.of(gpu, arithmetic(precision)).stream()
                .mapToDouble(GpuPeakFlops::teraflops)
                .findFirst();
    }

    private static GpuPeakFlops.Arithmetic arithmetic(Precision precision) {
        return switch (precision) {
            case FP32 -> GpuPeakFlops.Arithmetic.FP32;
            case TF32 -> GpuPeakFlops.Arithmetic.TF32;
            case BF16, FP16, BF16_WHOLE, FP16_WHOLE -> GpuPeakFlops.Arithmetic.HALF;
        };
    }

    /** Of the step itself where it is captured, and of another one with the same settings where it is eager. */
    private static OptionalDouble replayMilliseconds(SyntheticStep step, Request request, Precision precision) {
        int times = Math.max(20, request.rounds * 20);
        if (step.isCaptured() || request.capture) {
            return step.replayMilliseconds(times);
        }
        var settings = StepSettings.plain(precision);
        try (var recorded =
                SyntheticStep.open(request.built(), request.batch, settings, Devices.choose(request.device))) {
            repeat(recorded, WARM_UP_STEPS);
            return recorded.replayMilliseconds(times);
        }
    }

    /** The time of a step beyond that of its kernels; varying GPU clocks must not make it negative. */
    static Map<String, Object> idleTime(OptionalDouble replayed, double stepMilliseconds) {
        var fields = new LinkedHashMap<String, Object>();
        replayed.ifPresent(device -> {
            fields.put("device_milliseconds", device);
            fields.put("idle_share", Math.max(0, 1 - device / stepMilliseconds));
        });
        return fields;
    }

    /** Milliseconds per step. */
    private static double round(IntConsumer repeat, double seconds) {
        int steps = 0;
        long start = System.nanoTime();
        int atOnce = 1;
        while (System.nanoTime() - start < seconds * 1e9) {
            repeat.accept(atOnce);
            steps += atOnce;
            atOnce = Math.min(20, atOnce * 2); // waiting for the device after every step would count as idle time
        }
        return (System.nanoTime() - start) * 1e-6 / steps;
    }

    private static void repeat(SyntheticStep step, int times) {
        for (int i = 0; i < times; i++) {
            step.run();
        }
        step.synchronize();
    }

    private static void repeat(LibtorchBaselineStep step, int times) {
        for (int i = 0; i < times; i++) {
            step.run();
        }
    }

    /** On a GPU what the caching allocator has reserved; on the CPU the resident set size. */
    private static long peakMemory(Device device, long before) {
        return switch (device) {
            case Device.Cpu _ -> HostMemory.resident().count();
            case Device.Cuda _ -> GpuSettings.usedMemory(device) - before;
        };
    }
}
