package dev.stoker.datasets.internal.image;

import dev.stoker.core.random.Seed;
import dev.stoker.data.Worker;

/** Flips half of the images in the first epoch, and then each in every other epoch. */
record AlternatingFlip(Seed firstEpoch) {
    /** Of the augmentation with this seed. */
    static AlternatingFlip of(Seed seed) {
        return new AlternatingFlip(seed.forPurpose("alternating flip"));
    }

    /**
     * Whether the worker's current image is flipped. It depends on the image and the epoch alone: a resumed run, or one with
     * other workers, flips the same images. It restarts the worker's random numbers.
     */
    boolean isFlipped(Worker worker) {
        var random = worker.random(firstEpoch);
        random.restart(firstEpoch, worker.index());
        return random.nextBoolean() ^ ((worker.epoch() + worker.repetition()) % 2 == 1);
    }
}
