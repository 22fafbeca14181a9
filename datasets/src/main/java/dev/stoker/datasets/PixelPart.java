package dev.stoker.datasets;

import dev.stoker.core.Draws;
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
import java.lang.foreign.MemorySegment;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Small pictures that lie in memory as pixels, in the size they are evaluated at. */
record PixelPart(Source source, ShiftAndFlip augmentation) implements Part {

    /** Moves and mirrors a picture for training. */
    private interface Movement {
        void apply(MemorySegment pixels, MemorySegment moved, Draws draws, Worker worker);
    }

    @Override
    public int size() {
        return source.size();
    }

    @Override
    public Rows<?> augmented(Augmentation asked, Seed seed) {
        if (asked.leastArea() != Augmentation.LEAST_AREA) {
            throw new StokerException("crop-area is for photographs; small pictures that are stored as pixels move by"
                    + " --shift: leave it out");
        }
        int shift = asked.shift().orElse(augmentation.padding());
        refuseTooFar(shift, source.shape());
        var movement = movement(asked, (int) Math.round(shift * asked.strength()), seed);
        int side = asked.side().orElse(source.shape().height());
        return side == source.shape().height() ? rows(movement, seed) : shrunk(movement, side, seed);
    }

    /** Mirrored as asked, however weak the rest is: at half strength a picture moves half as far. */
    private Movement movement(Augmentation asked, int shift, Seed seed) {
        return switch (asked.flip()) {
            case AUTO -> byChance(shift, asked, augmentation.mirror());
            case NONE -> byChance(shift, asked, false);
            case RANDOM -> byChance(shift, asked, true);
            case ALTERNATING -> alternating(moving(shift, asked, true), seed);
        };
    }

    private Movement byChance(int shift, Augmentation asked, boolean mirror) {
        var moving = moving(shift, asked, mirror);
        return (pixels, moved, draws, _) -> moving.apply(pixels, moved, draws);
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

    private static Movement alternating(ShiftAndFlip moving, Seed seed) {
        var firstEpoch = seed.forPurpose("alternating flip");
        return (pixels, moved, _, worker) -> {
            boolean flipped = isFlipped(firstEpoch, worker);
            moving.apply(pixels, moved, worker.draws(seed), flipped);
        };
    }

    /** By the picture and the epoch alone: a run that is resumed, or has other workers, mirrors the same ones. */
    private static boolean isFlipped(Seed firstEpoch, Worker worker) {
        var draws = worker.draws(firstEpoch);
        draws.restart(firstEpoch, worker.index());
        return draws.nextBoolean() ^ (worker.epoch() % 2 == 1);
    }

    private Rows<Sample> rows(Movement movement, Seed seed) {
        return Dataset.samples(source).rows(source.shape().bytes(), (sample, row, worker) -> {
            movement.apply(sample.pixels(), row, worker.draws(seed), worker);
            return sample.label();
        });
    }

    private Rows<Sample> shrunk(Movement movement, int side, Seed seed) {
        var shrunk = ShrunkPixels.of(source.shape(), side);
        return Dataset.samples(source).rows(shrunk.rowBytes(), (sample, row, worker) -> {
            var place = shrunk.place(worker);
            movement.apply(sample.pixels(), place.pixels(), worker.draws(seed), worker);
            shrunk.into(row, place, worker);
            return sample.label();
        });
    }

    @Override
    public Rows<?> plain() {
        return source.rows(RowTransform.copy(), new Seed(0));
    }

    @Override
    public Part only(int[] samples) {
        return new PixelPart(new ChosenSource(source, samples), augmentation);
    }

    @Override
    public void labels(int[] samples, IntPredicate more) {
        var _ = IntStream.of(samples).map(source::label).allMatch(more);
    }

    @Override
    public void close() {}
}
