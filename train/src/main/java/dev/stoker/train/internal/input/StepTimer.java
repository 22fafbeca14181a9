package dev.stoker.train.internal.input;

import dev.stoker.telemetry.trace.SpanKind;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.telemetry.trace.TraceLane;
import dev.stoker.tensor.cuda.CudaEvent;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.train.TimeBreakdown;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Splits the time of steps by marks in the stream that computes: when the device came to the batch, when it had it, and when
 * it was done with it. Nobody waits for the marks; they are read once the device is past them. While the device had nothing to do,
 * the clock of the host says what the host did.
 */
public final class StepTimer implements AutoCloseable {
    /** More steps than a host runs ahead of its device. */
    private static final int MAX_UNREAD = 64;

    private static final SpanKind COPY = SpanKind.of("copy", "batch");
    private static final SpanKind WAIT = SpanKind.of("wait for the copy", "step");
    private static final SpanKind STEP = SpanKind.of("step", "step");

    private static final class Step {
        private final CudaEvent copyBegan;
        private final CudaEvent copyEnded;
        private final CudaEvent reached;
        private final CudaEvent ready;
        private final CudaEvent done;
        /** Seconds that the host waited for the batch, brought it before the device came to it, and did other things then. */
        private double waited;

        private double bringing;
        private double afterwards;
        private long came;
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
    private final TraceLane copies;
    private final TraceLane steps;
    private final CudaEvent anchor;
    private long anchorNanos;
    private boolean anchored;
    private long begun;
    private final Deque<Step> unread = new ArrayDeque<>();
    private final Deque<Step> spare = new ArrayDeque<>();
    private Step before;
    private Step present;
    private Step arriving;
    private TimeBreakdown read = TimeBreakdown.NONE;
    private boolean paused = true;
    private double training;

    /** {@code trace} gets what each step and its copy did when, where it is on. */
    public StepTimer(DeviceStream stream, Trace trace) {
        this.stream = stream;
        copies = trace.lane("copy stream");
        steps = trace.lane(stream.device().toString());
        anchor = CudaEvent.create(stream.device());
        before = new Step(stream);
        present = before;
        arriving = before;
    }

    /** The batch of the next step is at hand, for which the host waited so many seconds. */
    void batchArrived(double waited) {
        if (arriving == present) { // otherwise a phase ended with a batch that nobody took
            arriving = spare.isEmpty() ? new Step(stream) : spare.pop();
        }
        arriving.waited = waited;
        arriving.bringing = 0;
        arriving.afterwards = 0;
        arriving.came = System.nanoTime();
        arriving.traced = steps.isOn();
        if (arriving.traced && !anchored) {
            setAnchor();
        }
    }

    /** The device comes to that batch: whatever it waits for from now on is that it arrives. */
    void begins() {
        present = arriving;
        if (present.bringing > 0) {
            present.afterwards = secondsSince(present.came) - present.bringing;
        }
        present.number = ++begun;
        present.resumes = paused;
        paused = false;
        present.reached.record(stream);
    }

    /** A moment that both the device and the host know, by which the device's times become the host's. */
    private void setAnchor() {
        anchor.record(stream);
        anchor.synchronize();
        anchorNanos = System.nanoTime();
        anchored = true;
    }

    /** The batch that came starts to travel, on a stream of its own. */
    void copyBegins(DeviceStream copying) {
        if (arriving.traced) {
            arriving.copyBegan.record(copying);
        }
    }

    void copyEnds(DeviceStream copying) {
        if (arriving.traced) {
            arriving.copyEnded.record(copying);
        }
        if (arriving != present) { // before the device comes to it
            arriving.bringing = secondsSince(arriving.came);
        }
    }

    private static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) * 1e-9;
    }

    /** From here on the device has the batch. */
    void batchIsOnDevice() {
        present.ready.record(stream);
    }

    /** All of the step was asked for. */
    public void ends() {
        present.done.record(stream);
        unread.add(present);
        if (unread.size() > MAX_UNREAD) {
            unread.getFirst().done.synchronize();
            readFirst();
        }
    }

    /** What happens until the next step begins is no part of training. */
    public void pauses() {
        paused = true;
    }

    /** Seconds of all steps that the device is done with, and of what lay between them but pauses. */
    public double training() {
        read();
        return training;
    }

    /** The sums over all steps that the device is done with. */
    public TimeBreakdown read() {
        while (!unread.isEmpty() && unread.getFirst().done.isComplete()) {
            readFirst();
        }
        return read;
    }

    /**
     * Between two steps the device waits for the host. Of what the host did then, only the end fell into that time: it did other
     * things, waited for the batch, perhaps brought it and did other things again, in this order.
     */
    private void readFirst() {
        var step = unread.removeFirst();
        double idle = Math.max(0, step.reached.secondsSince(before.done));
        double afterwards = Math.min(idle, step.afterwards);
        double untilBrought = idle - afterwards;
        double bringing = Math.min(untilBrought, step.bringing);
        double untilAtHand = untilBrought - bringing;
        double input = Math.min(untilAtHand, step.waited);
        double other = afterwards + (untilAtHand - input);
        double copying = bringing + step.ready.secondsSince(step.reached);
        double computing = step.done.secondsSince(step.ready);
        read = read.plus(new TimeBreakdown(input, copying, computing, other));
        training += input + copying + computing + (step.resumes ? 0 : other);
        if (step.traced) {
            record(step);
        }
        spare.push(before);
        before = step;
    }

    private void record(Step step) {
        copies.record(COPY, nanos(step.copyBegan), nanos(step.copyEnded), step.number);
        steps.record(WAIT, nanos(step.reached), nanos(step.ready), step.number);
        steps.record(STEP, nanos(step.ready), nanos(step.done), step.number);
    }

    private long nanos(CudaEvent mark) {
        return anchorNanos + Math.round(1e9 * mark.secondsSince(anchor));
    }

    @Override
    public void close() {
        unread.forEach(Step::close);
        spare.forEach(Step::close);
        if (arriving != present) {
            arriving.close();
        }
        if (present != before && !unread.contains(present)) {
            present.close();
        }
        before.close();
        anchor.close();
    }
}
