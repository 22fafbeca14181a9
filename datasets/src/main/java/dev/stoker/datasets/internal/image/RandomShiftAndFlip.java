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
 * @param alternating the seed that decides which images are flipped in the first epoch; present where flips alternate
 */
record RandomShiftAndFlip(RandomCropAndFlip cropAndFlip, Optional<Seed> alternating, Seed seed) {

    /** Both with their parameters, for people; those that change nothing are omitted. */
    Stream<String> descriptions() {
        var shift = cropAndFlip.padding() == 0
                ? Stream.<String>empty()
                : Stream.of(
                        "RandomCrop[padding=%d, edge=%s]".formatted(cropAndFlip.padding(), cropAndFlip.paddingMode()));
        var flip = cropAndFlip.flip()
                ? Stream.of(
                        alternating.isPresent()
                                ? "HorizontalFlip[alternating from epoch to epoch]"
                                : "RandomHorizontalFlip[probability=0.5]")
                : Stream.<String>empty();
        return Stream.concat(shift, flip);
    }

    /** Transforms the pixels of the worker's current image; returns the random numbers for the transforms that follow. */
    SeededRandom apply(MemorySegment pixels, MemorySegment target, Worker worker) {
        if (alternating.isPresent()) {
            boolean flipped = isFlipped(alternating.get(), worker);
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
            boolean flipped = isFlipped(alternating.get(), worker);
            var random = worker.random(seed);
            cropAndFlip.sample(index, target, random, flipped, parameters);
            return random;
        }
        var random = worker.random(seed);
        cropAndFlip.sample(index, target, random, parameters);
        return random;
    }

    /** Depends on the image and the epoch alone: a resumed run, or one with other workers, flips the same images. */
    private static boolean isFlipped(Seed firstEpoch, Worker worker) {
        var random = worker.random(firstEpoch);
        random.restart(firstEpoch, worker.index());
        return random.nextBoolean() ^ ((worker.epoch() + worker.repetition()) % 2 == 1);
    }
}
