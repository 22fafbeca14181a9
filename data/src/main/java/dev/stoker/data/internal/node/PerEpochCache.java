package dev.stoker.data.internal.node;

import java.util.function.LongFunction;

/** A value per epoch, kept for the last two epochs: their workers may run at the same time. */
final class PerEpochCache<O> {
    private record Epoch<O>(long number, O made) {}

    private final LongFunction<O> maker;
    private volatile Epoch<O> last;
    private volatile Epoch<O> secondLast;

    PerEpochCache(LongFunction<O> maker) {
        this.maker = maker;
        last = secondLast = new Epoch<>(0, maker.apply(0));
    }

    O of(long epoch) {
        var newest = last;
        if (newest.number == epoch) {
            return newest.made;
        }
        var older = secondLast;
        return older.number == epoch ? older.made : made(epoch);
    }

    private synchronized O made(long epoch) {
        if (last.number != epoch) {
            secondLast = last;
            last = new Epoch<>(epoch, maker.apply(epoch));
        }
        return last.made;
    }
}
