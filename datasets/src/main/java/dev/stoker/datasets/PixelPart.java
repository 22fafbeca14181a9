package dev.stoker.datasets;

import dev.stoker.core.PictureParameters;
import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.data.Dataset;
import dev.stoker.data.RowTransform;
import dev.stoker.data.Rows;
import dev.stoker.data.Sample;
import dev.stoker.data.Source;
import dev.stoker.image.Recipe;
import dev.stoker.image.ShiftAndFlip;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Small pictures that lie in memory as pixels, in the size they are evaluated at. */
record PixelPart(Source source, ShiftAndFlip augmentation) implements Part, ResidentPart {

    @Override
    public int size() {
        return source.size();
    }

    @Override
    public Shape shape() {
        return source.shape();
    }

    @Override
    public Rows<?> augmented(Augmentation asked, Seed seed) {
        var movement = movement(asked, seed);
        var target = target(asked);
        var painting = painting(asked, target);
        return target.equals(shape()) && painting.steps().isEmpty()
                ? rows(movement)
                : rows(movement, FinishedPixels.of(shape(), target, painting));
    }

    private Rows<Sample> rows(PixelMovement movement) {
        return Dataset.samples(source).rows(shape().bytes(), (sample, row, worker) -> {
            movement.apply(sample.pixels(), row, worker);
            return sample.label();
        });
    }

    private Rows<Sample> rows(PixelMovement movement, FinishedPixels finish) {
        return Dataset.samples(source).rows(finish.rowBytes(), (sample, row, worker) -> {
            var place = finish.place(worker);
            var draws = movement.apply(sample.pixels(), place.pixels(), worker);
            finish.into(row, place, draws);
            return sample.label();
        });
    }

    @Override
    public Optional<ResidentPart> resident() {
        return Optional.of(this);
    }

    @Override
    public Drawn drawn(Augmentation asked, Seed seed) {
        var movement = movement(asked, seed);
        var target = target(asked);
        var painting = painting(asked, target).drawn(target);
        var rows = Dataset.range(size()).rows(PictureParameters.BYTES, (number, row, worker) -> {
            int index = Math.toIntExact(number);
            painting.paint(movement.draw(index, target, row, worker), row);
            return source.label(index);
        });
        return new Drawn(rows, target, painting.demands());
    }

    @Override
    public void copy(int first, int count, MemorySegment pixels) {
        long bytes = shape().bytes();
        for (int i = 0; i < count; i++) {
            MemorySegment.copy(source.sample(first + i), 0, pixels, i * bytes, bytes);
        }
    }

    private Shape target(Augmentation asked) {
        var whole = shape();
        int side = asked.side().orElse(whole.height());
        return side == whole.height() ? whole : new Shape(side, side, whole.channels());
    }

    private Recipe painting(Augmentation asked, Shape target) {
        if (asked.paint().isForColours() && target.channels() == 1) {
            throw new StokerException("saturation, hue and grey are for pictures in colour, and these are grey; leave"
                    + " --saturation, --hue and --grey out");
        }
        double share = (double) target.height() / shape().height();
        return asked.paint().recipe(share).atStrength(asked.strength());
    }

    /** Mirrored as asked, however weak the rest is: at half strength a picture moves half as far. */
    private PixelMovement movement(Augmentation asked, Seed seed) {
        if (asked.leastArea() != Augmentation.LEAST_AREA) {
            throw new StokerException("crop-area is for photographs; small pictures that are stored as pixels move by"
                    + " --shift: leave it out");
        }
        int most = asked.shift().orElse(augmentation.padding());
        refuseTooFar(most, shape());
        int shift = (int) Math.round(most * asked.strength());
        boolean mirror = switch (asked.flip()) {
            case AUTO -> augmentation.mirror();
            case NONE -> false;
            case RANDOM, ALTERNATING -> true;
        };
        var alternating = asked.flip() == Augmentation.Flip.ALTERNATING
                ? Optional.of(seed.forPurpose("alternating flip"))
                : Optional.<Seed>empty();
        return new PixelMovement(new ShiftAndFlip(shape(), shift, asked.edge(), mirror), alternating, seed);
    }

    private static void refuseTooFar(int shift, Shape shape) {
        if (shift >= Math.min(shape.height(), shape.width())) {
            throw new StokerException(
                    "shift must be less than a side of the pictures, which are %s, got %d".formatted(shape, shift));
        }
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
