package dev.stoker.datasets.internal.image;

import dev.stoker.data.Worker;
import java.util.Optional;
import java.util.function.Function;

/**
 * What is done with an image that is not flipped and with one that is, where flips alternate; both the same where chance
 * decides, which is part of what is done.
 */
record FlipChoice<T>(T upright, T flipped, Optional<AlternatingFlip> alternating) {
    static <T> FlipChoice<T> random(T transforms) {
        return new FlipChoice<>(transforms, transforms, Optional.empty());
    }

    static <T> FlipChoice<T> alternating(T upright, T flipped, AlternatingFlip flip) {
        return new FlipChoice<>(upright, flipped, Optional.of(flip));
    }

    <R> FlipChoice<R> map(Function<T, R> change) {
        var first = change.apply(upright);
        return new FlipChoice<>(first, alternating.isPresent() ? change.apply(flipped) : first, alternating);
    }

    /** For the worker's current image; to be asked before random numbers are taken for it. */
    T of(Worker worker) {
        return alternating.isPresent() && alternating.get().isFlipped(worker) ? flipped : upright;
    }
}
