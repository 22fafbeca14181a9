package dev.stoker.datasets;

import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.data.Dataset;
import dev.stoker.data.RowTransform;
import dev.stoker.data.Rows;
import dev.stoker.data.Sample;
import dev.stoker.data.Source;
import dev.stoker.data.Worker;
import dev.stoker.image.ShiftAndFlip;

/** Small pictures that lie in memory as pixels, in the size they are trained at. */
record PixelPart(Source source, ShiftAndFlip augmentation) implements Part {

    @Override
    public int size() {
        return source.size();
    }

    @Override
    public Rows<?> augmented(Augmentation asked, Seed seed) {
        int shift = asked.shift().orElse(augmentation.padding());
        refuseTooFar(shift, source.shape());
        return switch (asked.flip()) {
            case AUTO -> source.rows(moving(shift, asked, augmentation.mirror()), seed);
            case NONE -> source.rows(moving(shift, asked, false), seed);
            case RANDOM -> source.rows(moving(shift, asked, true), seed);
            case ALTERNATING -> alternating(moving(shift, asked, true), seed);
        };
    }

    private ShiftAndFlip moving(int shift, Augmentation asked, boolean mirror) {
        return new ShiftAndFlip(source.shape(), shift, asked.edge(), mirror);
    }

    private static void refuseTooFar(int shift, Shape shape) {
        if (shift >= Math.min(shape.height(), shape.width())) {
            throw new StokerException(
                    "shift must be less than a side of the pictures, which are %s, got %d".formatted(shape, shift));
        }
    }

    private Rows<Sample> alternating(ShiftAndFlip movement, Seed seed) {
        var firstEpoch = seed.forPurpose("alternating flip");
        return Dataset.samples(source).rows(source.shape().bytes(), (sample, row, worker) -> {
            boolean flipped = isFlipped(firstEpoch, worker);
            movement.apply(sample.pixels(), row, worker.draws(seed), flipped);
            return sample.label();
        });
    }

    /** By the picture and the epoch alone: a run that is resumed, or has other workers, mirrors the same ones. */
    private static boolean isFlipped(Seed firstEpoch, Worker worker) {
        var draws = worker.draws(firstEpoch);
        draws.restart(firstEpoch, worker.index());
        return draws.nextBoolean() ^ (worker.epoch() % 2 == 1);
    }

    @Override
    public Rows<?> plain() {
        return source.rows(RowTransform.copy(), new Seed(0));
    }

    @Override
    public void close() {}
}
