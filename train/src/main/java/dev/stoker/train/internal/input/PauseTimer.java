package dev.stoker.train.internal.input;

import dev.stoker.tensor.cuda.CudaEvent;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.train.TimeShare;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/** How long the device was kept from steps by something else, by CUDA events in the computing stream around it. */
final class PauseTimer implements AutoCloseable {
    private static final class Interval {
        private final CudaEvent began;
        private final CudaEvent ended;
        private TimeShare share = TimeShare.OTHER;

        Interval(DeviceStream stream) {
            began = CudaEvent.create(stream.device());
            ended = CudaEvent.create(stream.device());
        }

        void close() {
            began.close();
            ended.close();
        }
    }

    private final DeviceStream stream;
    private final Deque<Interval> unread = new ArrayDeque<>();
    private final Deque<Interval> spare = new ArrayDeque<>();

    PauseTimer(DeviceStream stream) {
        this.stream = stream;
    }

    /** Begins now, and ends when the result is closed. */
    StepTimer.Pause begin(TimeShare share) {
        var interval = spare.isEmpty() ? new Interval(stream) : spare.pop();
        interval.share = share;
        interval.began.record(stream);
        return () -> {
            interval.ended.record(stream);
            unread.add(interval);
            if (share == TimeShare.EVALUATION) { // the host has read its result: it is over, and belongs to this epoch
                interval.ended.synchronize();
            }
        };
    }

    /** Adds the seconds of all that are over on the device. */
    void addTo(Map<TimeShare, Double> seconds) {
        while (!unread.isEmpty() && unread.getFirst().ended.isComplete()) {
            var interval = unread.removeFirst();
            seconds.merge(interval.share, interval.ended.secondsSince(interval.began), Double::sum);
            spare.push(interval);
        }
    }

    @Override
    public void close() {
        unread.forEach(Interval::close);
        spare.forEach(Interval::close);
    }
}
