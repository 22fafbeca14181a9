package dev.stoker.job.internal.run;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.job.UtilizationSummary;
import dev.stoker.telemetry.hardware.GpuSensors;
import dev.stoker.telemetry.hardware.ProcessTree;
import dev.stoker.telemetry.hardware.ProcessUsage;
import dev.stoker.telemetry.log.JsonLines;
import dev.stoker.telemetry.monitor.Quantity;
import dev.stoker.telemetry.monitor.Sample;
import dev.stoker.telemetry.monitor.SampleStatistics;
import dev.stoker.telemetry.monitor.Sampler;
import dev.stoker.telemetry.monitor.Sampling;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.cuda.GpuSettings;
import dev.stoker.train.TrainingObserver;
import dev.stoker.train.TrainingProgress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Samples the device and this process once a second while a run trains, and keeps the samples in its folder. */
public final class UtilizationLogger implements TrainingObserver, AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private static final Map<Quantity, String> TAGS = Map.of(
            Quantity.UTILIZATION, "utilization/gpu",
            Quantity.GPU_MEMORY, "utilization/gpu_memory_bytes",
            Quantity.POWER, "utilization/gpu_power_watts",
            Quantity.JPEG_UTILIZATION, "utilization/gpu_jpeg",
            Quantity.CPU_CORES, "utilization/cpu_cores",
            Quantity.MEMORY, "utilization/memory_bytes",
            Quantity.DISK_READ, "utilization/disk_read_bytes_per_second");

    private final MetricsLogger log;
    private final double secondsBefore;
    private final SampleStatistics all = new SampleStatistics();
    private final TrainingSamples training;
    private volatile SampleStatistics ofEpoch = new SampleStatistics();
    private volatile long step;
    private volatile int epoch;
    private @Nullable JsonLines lines;
    private @Nullable Sampling sampling;

    private UtilizationLogger(MetricsLogger log, TrainingProgress from) {
        this.log = log;
        secondsBefore = from.seconds();
        step = from.step();
        epoch = from.epoch();
        training = new TrainingSamples(from);
    }

    /** Continues the file at {@code from}: what a killed run wrote after that point is dropped, as in the metrics. */
    public static UtilizationLogger open(RunFolder run, TrainingProgress from, Device device, MetricsLogger log) {
        var logger = new UtilizationLogger(log, from);
        JsonLines.keepWhile(run.utilization(), line -> MetricsLogger.stepOf(line) <= from.step());
        logger.lines = JsonLines.append(run.utilization());
        if (device instanceof Device.Cuda) {
            GpuSensors.load();
        }
        logger.sampling = Sampling.start(() -> sampler(device), INTERVAL, logger::taken);
        return logger;
    }

    /** One that samples nothing. */
    public static UtilizationLogger off(TrainingProgress from, MetricsLogger log) {
        return new UtilizationLogger(log, from);
    }

    private static Sampler sampler(Device device) {
        return new Sampler(sensors(device), Optional.of(ProcessTree.ofThisProcess()));
    }

    /** That of the run alone: others of the machine are others' affair. */
    private static GpuSensors sensors(Device device) {
        return switch (device) {
            case Device.Cpu _ -> GpuSensors.none();
            case Device.Cuda cuda -> {
                try {
                    yield GpuSensors.ofBusAddress(GpuSettings.busAddress(cuda));
                } catch (StokerException _) {
                    yield GpuSensors.none();
                }
            }
        };
    }

    private void taken(Sample sample) {
        all.add(sample);
        training.add(sample, step, epoch);
        ofEpoch.add(sample);
        var fields = new LinkedHashMap<String, Object>();
        sample.fields().forEach((name, value) -> {
            if (fields.isEmpty()) {
                fields.put("time", Math.rint(1e3 * (secondsBefore + sample.seconds())) / 1e3);
                fields.put("step", step);
                fields.put("epoch", epoch + 1);
            } else {
                fields.put(name, value);
            }
        });
        var file = lines;
        if (file != null) {
            file.write(fields);
        }
    }

    @Override
    public void afterStep(long number) {
        step = number;
    }

    /** The medians of the epoch go to TensorBoard. */
    @Override
    public void epochFinished(EpochReport report) {
        epoch = Math.min(report.epoch() + 1, report.epochs() - 1); // the evaluation on test data belongs to the last
        var finished = ofEpoch;
        ofEpoch = new SampleStatistics();
        var scalars = new LinkedHashMap<String, Double>();
        for (var each : finished.distributions()) {
            String tag = TAGS.get(each.quantity());
            if (tag != null && !each.subject().equals(Quantity.MACHINE)) {
                scalars.put(tag, each.median());
            }
        }
        log.scalars(report.step(), scalars);
    }

    /** Ends the sampling; {@code images} are those that were trained on since it began. */
    public UtilizationSummary summary(long images) {
        end();
        var energy = of(all, Quantity.ENERGY).map(SampleStatistics.Distribution::last);
        return new UtilizationSummary(
                optional(median(Quantity.UTILIZATION)),
                optional(energy.filter(_ -> images > 0).map(joules -> joules / images)),
                optional(median(Quantity.CPU_CORES)),
                ProcessUsage.now().map(ProcessUsage::peak).filter(_ -> all.samples() > 0),
                of(all, Quantity.GPU_MEMORY).map(memory -> new Bytes(Math.round(memory.peak()))));
    }

    private Optional<Double> median(Quantity quantity) {
        return of(training.orElse(all), quantity).map(SampleStatistics.Distribution::median);
    }

    /** Of the GPU or of this process. */
    private static Optional<SampleStatistics.Distribution> of(SampleStatistics samples, Quantity quantity) {
        return samples.distributions().stream()
                .filter(each -> each.quantity() == quantity && !each.subject().equals(Quantity.MACHINE))
                .findFirst();
    }

    private static OptionalDouble optional(Optional<Double> value) {
        return value.map(OptionalDouble::of).orElseGet(OptionalDouble::empty);
    }

    private void end() {
        var running = sampling;
        sampling = null;
        if (running != null) {
            running.close();
        }
    }

    @Override
    public void close() {
        var file = lines;
        lines = null;
        if (file == null) {
            end();
            return;
        }
        try (file) {
            end();
        }
    }
}
