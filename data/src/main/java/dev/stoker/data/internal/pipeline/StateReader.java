package dev.stoker.data.internal.pipeline;

import dev.stoker.core.StokerException;
import dev.stoker.data.DataState;
import java.util.Iterator;

/** Gives each part of a chain the numbers that it saved, in the order they were saved. */
public final class StateReader {
    private final Iterator<Long> numbers;
    private final boolean fresh;

    private StateReader(DataState state) {
        numbers = state.numbers().iterator();
        fresh = state.numbers().isEmpty();
    }

    public static StateReader of(DataState state) {
        return new StateReader(state);
    }

    /** For parts that start from the beginning while others resume. */
    public static StateReader fresh() {
        return new StateReader(DataState.START);
    }

    public boolean isFresh() {
        return fresh;
    }

    /** The next number, or zero where everything starts from the beginning. */
    public long next() {
        if (fresh) {
            return 0;
        }
        if (!numbers.hasNext()) {
            throw new StokerException("the state belongs to another chain: it holds fewer numbers than this one saves");
        }
        return numbers.next();
    }

    /** A position and the number of elements it belongs to; position zero fits any number. */
    long position(long size) {
        long position = next();
        long saved = next();
        if (position != 0 && (saved != size || position < 0 || position > size)) {
            throw new StokerException(
                    "the state belongs to another chain or to data that has changed: position %d of %d elements, here are %d"
                            .formatted(position, saved, size));
        }
        return position;
    }

    /** Refuses a state of which something is left over. */
    public void requireUsedUp() {
        if (numbers.hasNext()) {
            throw new StokerException("the state belongs to another chain: it holds more numbers than this one saves");
        }
    }
}
