package dev.stoker.datasets;

import dev.stoker.core.Draws;
import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import dev.stoker.data.Worker;
import dev.stoker.image.ShiftAndFlip;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Moves and mirrors a picture for training, in pixels or in numbers, by the same draws.
 *
 * @param alternating the seed that decides which pictures are mirrored in the first epoch, where they take turns
 */
record PixelMovement(ShiftAndFlip moving, Optional<Seed> alternating, Seed seed) {

    /** Pixels of the picture that the worker is at; more can be drawn behind. */
    Draws apply(MemorySegment pixels, MemorySegment moved, Worker worker) {
        if (alternating.isPresent()) {
            boolean flipped = isFlipped(alternating.get(), worker);
            var draws = worker.draws(seed);
            moving.apply(pixels, moved, draws, flipped);
            return draws;
        }
        var draws = worker.draws(seed);
        moving.apply(pixels, moved, draws);
        return draws;
    }

    /** The same in numbers, for the picture of this index among the sources. */
    Draws draw(int index, Shape target, MemorySegment parameters, Worker worker) {
        if (alternating.isPresent()) {
            boolean flipped = isFlipped(alternating.get(), worker);
            var draws = worker.draws(seed);
            moving.draw(index, target, draws, flipped, parameters);
            return draws;
        }
        var draws = worker.draws(seed);
        moving.draw(index, target, draws, parameters);
        return draws;
    }

    /** By the picture and the epoch alone: a run that is resumed, or has other workers, mirrors the same ones. */
    private static boolean isFlipped(Seed firstEpoch, Worker worker) {
        var draws = worker.draws(firstEpoch);
        draws.restart(firstEpoch, worker.index());
        return draws.nextBoolean() ^ (worker.epoch() % 2 == 1);
    }
}
