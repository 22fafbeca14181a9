package dev.stoker.job.internal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Values of a sequence of unknown length, spread evenly over it, and its last one: all of a short one, and of a long one so many
 * that no drawing shows the difference.
 */
final class EvenSample<T> {
    static final int MOST = 600;

    private List<T> kept = new ArrayList<>();
    private Optional<T> last = Optional.empty();
    private long count;
    private long every = 1;

    void add(T value) {
        if (count++ % every == 0) {
            kept.add(value);
            last = Optional.empty();
        } else {
            last = Optional.of(value);
        }
        if (kept.size() > MOST) {
            leaveOutEverySecond();
        }
    }

    private void leaveOutEverySecond() {
        last = Optional.of(kept.getLast()).filter(_ -> kept.size() % 2 == 0);
        kept = new ArrayList<>(IntStream.range(0, kept.size())
                .filter(i -> i % 2 == 0)
                .mapToObj(kept::get)
                .toList());
        every *= 2;
    }

    /** In their order. */
    List<T> values() {
        var values = new ArrayList<>(kept);
        last.ifPresent(values::add);
        return values;
    }
}
