package dev.stoker.datasets.internal.image;

import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.Worker;
import dev.stoker.image.transform.RandomCropAndFlip;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Shifts and flips an image for training, as pixels or as parameters, by the same random numbers.
 *
 * @param alternating present where flips alternate
 */
record RandomShiftAndFlip(RandomCropAndFlip cropAndFlip, Optional<AlternatingFlip> alternating, Seed seed) {
    /** An alternating flip, for people. */
    static final String ALTERNATING = "HorizontalFlip[alternating from epoch to epoch]";

    /** Both with their parameters, for people; those that change nothing are omitted. */
    Stream<String> descriptions() {
        var shift = cropAndFlip.padding() == 0
                ? Stream.<String>empty()
                : Stream.of(
                        "RandomCrop[padding=%d, edge=%s]".formatted(cropAndFlip.padding(), cropAndFlip.paddingMode()));
        var flip = cropAndFlip.flip()
                ? Stream.of(alternating.isPresent() ? ALTERNATING : "RandomHorizontalFlip[probability=0.5]")
                : Stream.<String>empty();
        return Stream.concat(shift, flip);
    }

    /** Transforms the pixels of the worker's current image; returns the random numbers for the transforms that follow. */
    SeededRandom apply(MemorySegment pixels, MemorySegment target, Worker worker) {
        if (alternating.isPresent()) {
            boolean flipped = alternating.get().isFlipped(worker);
            var random = worker.random(seed);
            cropAndFlip.apply(pixels, target, random, flipped);
            return random;
        }
        var random = worker.random(seed);
        cropAndFlip.apply(pixels, target, random);
        return random;
    }

    /** Writes the same as parameters of the source image of this index. */
    SeededRandom sample(int index, Shape target, MemorySegment parameters, Worker worker) {
        if (alternating.isPresent()) {
            boolean flipped = alternating.get().isFlipped(worker);
            var random = worker.random(seed);
            cropAndFlip.sample(index, target, random, flipped, parameters);
            return random;
        }
        var random = worker.random(seed);
        cropAndFlip.sample(index, target, random, parameters);
        return random;
    }
}
