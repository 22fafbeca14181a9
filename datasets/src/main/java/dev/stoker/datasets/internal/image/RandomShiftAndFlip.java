package dev.stoker.datasets.internal.image;

import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.Worker;
import dev.stoker.image.transform.RandomCropAndFlip;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Moves and flips an image for training, in pixels or in numbers, by the same draws.
 *
 * @param alternating the seed that decides which images are flipped in the first epoch, where they take turns
 */
record RandomShiftAndFlip(RandomCropAndFlip moving, Optional<Seed> alternating, Seed seed) {

    /** Pixels of the image that the worker is at; more can be drawn behind. */
    SeededRandom apply(MemorySegment pixels, MemorySegment moved, Worker worker) {
        if (alternating.isPresent()) {
            boolean flipped = isFlipped(alternating.get(), worker);
            var draws = worker.random(seed);
            moving.apply(pixels, moved, draws, flipped);
            return draws;
        }
        var draws = worker.random(seed);
        moving.apply(pixels, moved, draws);
        return draws;
    }

    /** The same in numbers, for the image of this index among the sources. */
    SeededRandom draw(int index, Shape target, MemorySegment parameters, Worker worker) {
        if (alternating.isPresent()) {
            boolean flipped = isFlipped(alternating.get(), worker);
            var draws = worker.random(seed);
            moving.sample(index, target, draws, flipped, parameters);
            return draws;
        }
        var draws = worker.random(seed);
        moving.sample(index, target, draws, parameters);
        return draws;
    }

    /** By the image and the epoch alone: a run that is resumed, or has other workers, flips the same ones. */
    private static boolean isFlipped(Seed firstEpoch, Worker worker) {
        var draws = worker.random(firstEpoch);
        draws.restart(firstEpoch, worker.index());
        return draws.nextBoolean() ^ (worker.epoch() % 2 == 1);
    }
}
