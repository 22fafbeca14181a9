package dev.stoker.train;

import dev.stoker.tensor.DeviceStream;
import dev.stoker.tensor.StreamMark;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Splits the time of steps by marks in the stream that computes: when the device came to the batch, when it had it, and when
 * it was done with it. Nobody waits for the marks; they are read once the device is past them.
 */
final class StepTimes implements AutoCloseable {
    /** More steps than a host runs ahead of its device. */
    private static final int UNREAD_AT_MOST = 64;

    private static final class Step {
        private final StreamMark reached;
        private final StreamMark ready;
        private final StreamMark done;
        private double waited;

        Step(DeviceStream stream) {
            reached = StreamMark.on(stream.device());
            ready = StreamMark.on(stream.device());
            done = StreamMark.on(stream.device());
            done.set(stream);
        }

        void close() {
            reached.close();
            ready.close();
            done.close();
        }
    }

    private final DeviceStream stream;
    private final Deque<Step> unread = new ArrayDeque<>();
    private final Deque<Step> spare = new ArrayDeque<>();
    private Step before;
    private Step present;
    private TimeSplit read = TimeSplit.NONE;

    StepTimes(DeviceStream stream) {
        this.stream = stream;
        before = new Step(stream);
        present = before;
    }

    /** A step begins, for whose batch the host waited so many seconds. */
    void begins(double waited) {
        present = spare.isEmpty() ? new Step(stream) : spare.pop();
        present.waited = waited;
        present.reached.set(stream);
    }

    /** From here on the device has the batch. */
    void hasBatch() {
        present.ready.set(stream);
    }

    /** All of the step was asked for. */
    void ends() {
        present.done.set(stream);
        unread.add(present);
        if (unread.size() > UNREAD_AT_MOST) {
            unread.getFirst().done.await();
            readFirst();
        }
    }

    /** The sums over all steps that the device is done with. */
    TimeSplit read() {
        while (!unread.isEmpty() && unread.getFirst().done.isReached()) {
            readFirst();
        }
        return read;
    }

    /** Between two steps the device waits for the host, which may itself have waited for the batch or done other things. */
    private void readFirst() {
        var step = unread.removeFirst();
        double idle = Math.max(0, step.reached.secondsSince(before.done));
        double input = Math.min(idle, step.waited);
        read = read.plus(new TimeSplit(
                input,
                step.ready.secondsSince(step.reached),
                step.done.secondsSince(step.ready),
                idle - input));
        spare.push(before);
        before = step;
    }

    @Override
    public void close() {
        unread.forEach(Step::close);
        spare.forEach(Step::close);
        before.close();
    }
}
