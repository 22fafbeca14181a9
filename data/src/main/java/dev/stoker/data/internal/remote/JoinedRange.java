package dev.stoker.data.internal.remote;

import dev.stoker.data.storage.StoredObject;
import java.util.List;

/**
 * Ranges of one object that are read by one request, in the order of their positions.
 *
 * @param length from the first byte of the first to the last of the last
 */
record JoinedRange(List<WantedRange> ranges, long position, int length) {
    JoinedRange {
        ranges = List.copyOf(ranges);
    }

    static JoinedRange of(List<WantedRange> ranges) {
        long position = ranges.getFirst().position();
        var last = ranges.getLast();
        return new JoinedRange(ranges, position, (int) (last.position() + last.length() - position));
    }

    StoredObject object() {
        return ranges.getFirst().object();
    }

    /** What the answer takes until it is copied, and the copies after it. */
    long memory() {
        return length + wantedBytes();
    }

    long wantedBytes() {
        return ranges.stream().mapToLong(WantedRange::length).sum();
    }

    void deliver(byte[] answer) {
        for (var range : ranges) {
            range.arrived(answer, (int) (range.position() - position));
        }
    }

    /** One of several may be to blame: each is then read alone, and says what is wrong with it. */
    void fail(Throwable failure) {
        if (ranges.size() == 1) {
            ranges.getFirst().failed(failure);
        } else {
            ranges.forEach(WantedRange::declined);
        }
    }
}
