package dev.stoker.train.internal.input;

import dev.stoker.telemetry.trace.SpanKind;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.telemetry.trace.TraceLane;
import dev.stoker.tensor.cuda.CudaEvent;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.train.TimeBreakdown;
import dev.stoker.train.TimeShare;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;

/**
 * The time breakdown of steps, by CUDA events in the computing stream: when the device reached a step, when its batch was on the
 * device, and when the step was complete. The host never waits for these events; they are read once the device has passed them.
 * While the device was idle, the clock of the host tells what the host did.
 */
public final class StepTimer implements AutoCloseable {
    /** More steps than a host runs ahead of its device. */
    private static final int MAX_UNREAD = 64;

    private static final SpanKind COPY = SpanKind.of("copy", "batch");
    private static final SpanKind WAIT = SpanKind.of("wait for the copy", "step");
    private static final SpanKind STEP = SpanKind.of("step", "step");
    private static final SpanKind COMMUNICATION = SpanKind.of("wait for gradients", "step");

    private static final class Step {
        private final CudaEvent copyBegan;
        private final CudaEvent copyEnded;
        private final CudaEvent reached;
        private final CudaEvent ready;
        private final CudaEvent done;
        /**
         * Seconds that the host waited for the batch, transferred it before the device reached the step, and did other things
         * after that.
         */
        private double inputWait;

        private double transfer;
        private double afterTransfer;
        private double communication;
        private long readyNanos;
        private long number;
        private boolean traced;
        private boolean resumes;

        Step(DeviceStream stream) {
            copyBegan = CudaEvent.create(stream.device());
            copyEnded = CudaEvent.create(stream.device());
            reached = CudaEvent.create(stream.device());
            ready = CudaEvent.create(stream.device());
            done = CudaEvent.create(stream.device());
            done.record(stream);
        }

        void close() {
            copyBegan.close();
            copyEnded.close();
            reached.close();
            ready.close();
            done.close();
        }
    }

    private final DeviceStream stream;
    private final boolean on;
    private final TraceLane copies;
    private final TraceLane steps;
    private final TraceLane communications;
    private final CudaEvent anchor;
    private long anchorNanos;
    private boolean anchored;
    private long begun;
    private final Deque<Step> unread = new ArrayDeque<>();
    private final Deque<Step> spare = new ArrayDeque<>();
    private Step previous;
    private Step current;
    private Step next;
    private final PauseTimer pauses;
    /** Of what is complete on the device. */
    private final Map<TimeShare, Double> seconds = new EnumMap<>(TimeShare.class);

    private boolean paused = true;
    private double training;

    /** Records each step and its copy in {@code trace}, where that is on. */
    public StepTimer(DeviceStream stream, Trace trace) {
        this(stream, trace, true);
    }

    /** Measures nothing where it is not {@code on}. */
    public StepTimer(DeviceStream stream, Trace trace, boolean on) {
        this.stream = stream;
        this.on = on;
        copies = trace.lane("copy stream");
        steps = trace.lane(stream.device().toString());
        communications = trace.lane("communication");
        anchor = CudaEvent.create(stream.device());
        pauses = new PauseTimer(stream);
        previous = new Step(stream);
        current = previous;
        next = previous;
    }

    /** The batch of the next step is ready on the host, which waited so many seconds for it. */
    public void batchArrived(double inputWait) {
        if (!on) {
            return;
        }
        if (next == current) { // otherwise a phase ended with a batch that was not used
            next = spare.isEmpty() ? new Step(stream) : spare.pop();
        }
        next.inputWait = inputWait;
        next.transfer = 0;
        next.afterTransfer = 0;
        next.communication = 0;
        next.readyNanos = System.nanoTime();
        next.traced = steps.isOn();
        if (next.traced && !anchored) {
            setAnchor();
        }
    }

    /** The device reaches that step: from now on it waits only for the transfer of the batch. */
    public void begins() {
        if (!on) {
            return;
        }
        current = next;
        if (current.transfer > 0) {
            current.afterTransfer = secondsSince(current.readyNanos) - current.transfer;
        }
        current.number = ++begun;
        current.resumes = paused;
        paused = false;
        current.reached.record(stream);
    }

    /** A point in time on both clocks, by which times of the device are converted to those of the host. */
    private void setAnchor() {
        anchor.record(stream);
        anchor.synchronize();
        anchorNanos = System.nanoTime();
        anchored = true;
    }

    /** The transfer of that batch begins, on a copy stream. */
    void copyBegins(DeviceStream copying) {
        if (!on) {
            return;
        }
        if (next.traced) {
            next.copyBegan.record(copying);
        }
    }

    void copyEnds(DeviceStream copying) {
        if (!on) {
            return;
        }
        if (next.traced) {
            next.copyEnded.record(copying);
        }
        if (next != current) { // before the device reaches the step
            next.transfer = secondsSince(next.readyNanos);
        }
    }

    private static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) * 1e-9;
    }

    /** From here on the batch is on the device. */
    public void batchIsOnDevice() {
        if (!on) {
            return;
        }
        current.ready.record(stream);
    }

    /** Of the present step the device spent so many seconds waiting for other ranks, until a time of the host's clock. */
    public void communicated(double waited, long ended) {
        current.communication = waited;
        if (waited > 0 && communications.isOn()) {
            communications.record(COMMUNICATION, ended - Math.round(waited * 1e9), ended, current.number);
        }
    }

    /** All work of the step is enqueued. */
    public void ends() {
        if (!on) {
            return;
        }
        current.done.record(stream);
        unread.add(current);
        if (unread.size() > MAX_UNREAD) {
            unread.getFirst().done.synchronize();
            readFirst();
        }
    }

    /** Lasts until it is closed. */
    public interface Pause extends AutoCloseable {
        @Override
        void close();
    }

    /** Something else occupies the device or the host. The time until the next step begins does not count as training. */
    public Pause pause(TimeShare share) {
        paused = true;
        return on ? pauses.begin(share) : () -> {};
    }

    /** Seconds of all steps that are complete on the device, and between them, without pauses. */
    public double training() {
        readCompleted();
        return training;
    }

    /**
     * The sums over all steps and pauses that are complete on the device. Time between a pause and the steps around it is not
     * among them.
     */
    public TimeBreakdown read() {
        readCompleted();
        return new TimeBreakdown(seconds);
    }

    private void readCompleted() {
        while (!unread.isEmpty() && unread.getFirst().done.isComplete()) {
            readFirst();
        }
        pauses.addTo(seconds);
    }

    /**
     * Between two steps the device waits for the host. In order, the host did other things, waited for the batch, perhaps
     * transferred it, and did other things again; only the end of that falls into the idle time of the device.
     */
    private void readFirst() {
        var step = unread.removeFirst();
        double idle = Math.max(0, step.reached.secondsSince(previous.done));
        double afterTransfer = Math.min(idle, step.afterTransfer);
        double untilTransferred = idle - afterTransfer;
        double transfer = Math.min(untilTransferred, step.transfer);
        double untilReady = untilTransferred - transfer;
        double input = Math.min(untilReady, step.inputWait);
        double other = step.resumes ? 0 : afterTransfer + (untilReady - input);
        double copying = transfer + step.ready.secondsSince(step.reached);
        double busy = step.done.secondsSince(step.ready);
        double communication = Math.min(busy, step.communication);
        double computing = busy - communication;
        add(TimeShare.INPUT, input);
        add(TimeShare.COPY, copying);
        add(TimeShare.COMPUTE, computing);
        add(TimeShare.COMMUNICATION, communication);
        add(TimeShare.OTHER, other);
        training += input + copying + busy + other;
        if (step.traced) {
            record(step);
        }
        spare.push(previous);
        previous = step;
    }

    private void add(TimeShare share, double more) {
        seconds.merge(share, more, Double::sum);
    }

    private void record(Step step) {
        copies.record(COPY, nanos(step.copyBegan), nanos(step.copyEnded), step.number);
        steps.record(WAIT, nanos(step.reached), nanos(step.ready), step.number);
        steps.record(STEP, nanos(step.ready), nanos(step.done), step.number);
    }

    private long nanos(CudaEvent event) {
        return anchorNanos + Math.round(1e9 * event.secondsSince(anchor));
    }

    @Override
    public void close() {
        unread.forEach(Step::close);
        spare.forEach(Step::close);
        if (next != current) {
            next.close();
        }
        if (current != previous && !unread.contains(current)) {
            current.close();
        }
        previous.close();
        pauses.close();
        anchor.close();
    }
}
