package dev.stoker.tensor.cuda;

import static org.bytedeco.cuda.global.cupti.CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
import static org.bytedeco.cuda.global.cupti.CUPTI_ACTIVITY_KIND_MEMCPY;
import static org.bytedeco.cuda.global.cupti.CUPTI_ACTIVITY_KIND_MEMSET;
import static org.bytedeco.cuda.global.cupti.CUPTI_SUCCESS;
import static org.bytedeco.cuda.global.cupti.cuptiActivityDisable;
import static org.bytedeco.cuda.global.cupti.cuptiActivityEnable;
import static org.bytedeco.cuda.global.cupti.cuptiActivityFlushAll;
import static org.bytedeco.cuda.global.cupti.cuptiActivityRegisterCallbacks;
import static org.bytedeco.cuda.global.cupti.cuptiGetTimestamp;

import dev.stoker.core.StokerException;
import dev.stoker.tensor.CudaLibrary;
import dev.stoker.tensor.LibTorch;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.Loader;
import org.jspecify.annotations.Nullable;

/**
 * Records what a GPU does, kernel by kernel, by CUPTI. It is opened before work is captured, since CUPTI may know only graphs that
 * were made while it was on; a replayed graph is reported kernel by kernel, too. There can be one at a time in a process.
 */
public final class KernelRecorder implements AutoCloseable {
    private static final List<Integer> KINDS =
            List.of(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET);
    private static final int READINGS_OF_CLOCKS = 16;

    /** CUPTI takes functions once for the whole process; this is who gets what they report. */
    private static volatile @Nullable KernelRecorder current;

    private static boolean registered;

    private final Consumer<DeviceActivity> receiver;
    private final long offset;
    private volatile boolean recording;
    private volatile @Nullable Throwable failure;
    private boolean enabled = true;

    private KernelRecorder(Consumer<DeviceActivity> receiver) {
        this.receiver = receiver;
        offset = clockOffset();
    }

    /** Why kernels cannot be recorded; empty where they can. */
    public static Optional<String> whyUnavailable() {
        LibTorch.load();
        if (!CudaLibrary.CUPTI.loads()) {
            return Optional.of("%s (%s) cannot be loaded: %s"
                    .formatted(CudaLibrary.CUPTI.fileName(), CudaLibrary.CUPTI.title(), CudaLibrary.CUPTI.remedy()));
        }
        try {
            Loader.load(org.bytedeco.cuda.global.cupti.class);
            return Optional.empty();
        } catch (LinkageError failure) {
            return Optional.of("CUPTI cannot be used: " + failure.getMessage());
        }
    }

    /** What the GPU does is reported on threads of CUPTI, a while later; not before {@link #start}. */
    public static synchronized KernelRecorder open(Consumer<DeviceActivity> receiver) {
        if (current != null) {
            throw new StokerException(
                    "another profile of this process records kernels already; profile one run at a time");
        }
        if (!registered) {
            check(
                    cuptiActivityRegisterCallbacks(ActivityBuffers.REQUESTED, ActivityBuffers.COMPLETED),
                    "starting CUPTI");
            registered = true;
        }
        var recorder = new KernelRecorder(receiver);
        current = recorder;
        try {
            KINDS.forEach(kind -> check(cuptiActivityEnable(kind), "switching on CUPTI"));
        } catch (StokerException unable) {
            current = null;
            KINDS.forEach(kind -> cuptiActivityDisable(kind));
            throw unable;
        }
        return recorder;
    }

    /** From now on activities are reported. */
    public void start() {
        recording = true;
    }

    /** Waits for the device and for all reports of what it did. */
    public void flush() {
        if (enabled) {
            cudart.cudaDeviceSynchronize(); // a failure is reported by the step that caused it
            cuptiActivityFlushAll(0);
        }
        var thrown = failure;
        if (thrown != null) {
            throw new IllegalStateException("reading what CUPTI recorded failed", thrown);
        }
    }

    /** Called for each record of a buffer, from threads of CUPTI. */
    static void report(String name, long start, long end, int stream, OptionalLong bytes) {
        var recorder = current;
        if (recorder != null && recorder.recording) {
            recorder.receiver.accept(
                    new DeviceActivity(name, start - recorder.offset, end - recorder.offset, stream, bytes));
        }
    }

    static boolean isRecording() {
        var recorder = current;
        return recorder != null && recorder.recording;
    }

    static void failed(Throwable thrown) {
        var recorder = current;
        if (recorder != null) {
            recorder.failure = thrown;
        }
    }

    /** How far the clock of CUPTI is ahead of {@link System#nanoTime}, by the reading that was interrupted least. */
    private static long clockOffset() {
        long[] timestamp = new long[1];
        long shortest = Long.MAX_VALUE;
        long offset = 0;
        for (int i = 0; i < READINGS_OF_CLOCKS; i++) {
            long before = System.nanoTime();
            check(cuptiGetTimestamp(timestamp), "reading the clock of CUPTI");
            long taken = System.nanoTime() - before;
            if (taken < shortest) {
                shortest = taken;
                offset = timestamp[0] - (before + taken / 2);
            }
        }
        return offset;
    }

    private static void check(int status, String what) {
        if (status != CUPTI_SUCCESS) {
            throw new StokerException("%s failed (CUPTI error %d); another profiler may be attached to this process"
                    .formatted(what, status));
        }
    }

    /** Nothing is recorded any more; steps run at full speed. */
    @Override
    public void close() {
        synchronized (KernelRecorder.class) {
            if (enabled) {
                KINDS.forEach(kind -> cuptiActivityDisable(kind));
                enabled = false;
                recording = false;
                current = null;
            }
        }
    }
}
