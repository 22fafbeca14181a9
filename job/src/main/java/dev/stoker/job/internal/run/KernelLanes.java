package dev.stoker.job.internal.run;

import dev.stoker.core.StokerException;
import dev.stoker.telemetry.trace.SpanKind;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.cuda.DeviceActivity;
import dev.stoker.tensor.cuda.KernelRecorder;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Brings the kernels of a GPU into a trace, a lane for each CUDA stream. A run is not worse for a profiler that does not work. */
final class KernelLanes implements AutoCloseable {
    private final Trace trace;
    private final String device;
    private final Map<String, SpanKind> kinds = new ConcurrentHashMap<>();
    private @Nullable KernelRecorder recorder;
    private Optional<String> whyNone = Optional.empty();

    private KernelLanes(Trace trace, String device) {
        this.trace = trace;
        this.device = device;
    }

    /** None for a CPU, nor where no trace is wanted. */
    static KernelLanes open(Trace trace, Device device, boolean wanted) {
        var lanes = new KernelLanes(trace, device.toString());
        if (wanted && device instanceof Device.Cuda) {
            lanes.whyNone = KernelRecorder.whyUnavailable();
            if (lanes.whyNone.isEmpty()) {
                lanes.attempt(() -> lanes.recorder = KernelRecorder.open(lanes::record));
            }
        }
        return lanes;
    }

    private void attempt(Runnable work) {
        try {
            work.run();
        } catch (StokerException | IllegalStateException failure) {
            whyNone = Optional.of(String.valueOf(failure.getMessage()));
        }
    }

    private void record(DeviceActivity activity) {
        var kind = kinds.computeIfAbsent(
                activity.name(), name -> activity.bytes().isPresent() ? SpanKind.of(name, "bytes") : SpanKind.of(name));
        trace.lane("%s stream %d".formatted(device, activity.stream()))
                .record(kind, activity.start(), activity.end(), activity.bytes().orElse(0));
    }

    void start() {
        if (recorder != null) {
            recorder.start();
        }
    }

    /** Brings in what the device has done, and ends the recording. */
    void stop() {
        var running = recorder;
        recorder = null;
        if (running != null) {
            try (running) {
                attempt(running::flush);
            }
        }
    }

    /** Why a GPU has no lanes of kernels; empty where it has, and on a CPU. */
    Optional<String> whyNone() {
        return whyNone;
    }

    @Override
    public void close() {
        stop();
    }
}
