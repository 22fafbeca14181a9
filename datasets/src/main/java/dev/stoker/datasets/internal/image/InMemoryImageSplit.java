package dev.stoker.datasets.internal.image;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.random.Seed;
import dev.stoker.data.Dataset;
import dev.stoker.data.RowTransform;
import dev.stoker.data.Rows;
import dev.stoker.data.Sample;
import dev.stoker.data.SampleSource;
import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.ResidentImageSplit;
import dev.stoker.image.transform.RandomCropAndFlip;
import dev.stoker.image.transform.TransformChain;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Small images that lie in memory as pixels, in the size they are evaluated at. */
public record InMemoryImageSplit(SampleSource source, RandomCropAndFlip augmentation)
        implements DatasetSplit, ResidentImageSplit {

    @Override
    public int size() {
        return source.size();
    }

    @Override
    public Shape shape() {
        return source.shape();
    }

    @Override
    public Rows<?> augmented(AugmentationSettings asked, Seed seed) {
        var shiftAndFlip = shiftAndFlip(asked, seed);
        var target = target(asked);
        var transforms = transforms(asked, target);
        return target.equals(shape()) && transforms.transforms().isEmpty()
                ? rows(shiftAndFlip)
                : rows(shiftAndFlip, InMemoryTransform.of(shape(), target, transforms));
    }

    private Rows<Sample> rows(RandomShiftAndFlip shiftAndFlip) {
        return Dataset.samples(source).rows(shape().bytes(), (sample, row, worker) -> {
            shiftAndFlip.apply(sample.pixels(), row, worker);
            return sample.label();
        });
    }

    private Rows<Sample> rows(RandomShiftAndFlip shiftAndFlip, InMemoryTransform finish) {
        return Dataset.samples(source).rows(finish.rowBytes(), (sample, row, worker) -> {
            var place = finish.place(worker);
            var draws = shiftAndFlip.apply(sample.pixels(), place.pixels(), worker);
            finish.into(row, place, draws);
            return sample.label();
        });
    }

    @Override
    public Optional<ResidentImageSplit> resident() {
        return Optional.of(this);
    }

    @Override
    public Drawn drawn(AugmentationSettings asked, Seed seed) {
        var shiftAndFlip = shiftAndFlip(asked, seed);
        var target = target(asked);
        var transforms = transforms(asked, target).sampler(target);
        var rows = Dataset.range(size()).rows(AugmentationParameters.BYTES, (number, row, worker) -> {
            int index = Math.toIntExact(number);
            transforms.addPixelTransforms(shiftAndFlip.draw(index, target, row, worker), row);
            return source.label(index);
        });
        return new Drawn(rows, target, transforms.requirements());
    }

    @Override
    public void copy(int first, int count, MemorySegment pixels) {
        long bytes = shape().bytes();
        for (int i = 0; i < count; i++) {
            MemorySegment.copy(source.sample(first + i), 0, pixels, i * bytes, bytes);
        }
    }

    private Shape target(AugmentationSettings asked) {
        var whole = shape();
        int side = asked.side().orElse(whole.height());
        return side == whole.height() ? whole : new Shape(side, side, whole.channels());
    }

    private TransformChain transforms(AugmentationSettings asked, Shape target) {
        if (asked.paint().requiresColor() && target.channels() == 1) {
            throw new StokerException("saturation, hue and gray are for images in color, and these are gray; leave"
                    + " --saturation, --hue and --gray out");
        }
        double share = (double) target.height() / shape().height();
        return asked.paint().recipe(share).atStrength(asked.strength());
    }

    /** Flipped as asked, however weak the rest is: at half strength an image moves half as far. */
    private RandomShiftAndFlip shiftAndFlip(AugmentationSettings asked, Seed seed) {
        if (asked.minArea() != AugmentationSettings.MIN_AREA) {
            throw new StokerException("crop-area is for photographs; small images that are stored as pixels move by"
                    + " --shift: leave it out");
        }
        int most = asked.shift().orElse(augmentation.padding());
        refuseTooFar(most, shape());
        int shift = (int) Math.round(most * asked.strength());
        boolean flip = switch (asked.flip()) {
            case AUTO -> augmentation.flip();
            case NONE -> false;
            case RANDOM, ALTERNATING -> true;
        };
        var alternating = asked.flip() == AugmentationSettings.FlipMode.ALTERNATING
                ? Optional.of(seed.forPurpose("alternating flip"))
                : Optional.<Seed>empty();
        return new RandomShiftAndFlip(new RandomCropAndFlip(shape(), shift, asked.edge(), flip), alternating, seed);
    }

    private static void refuseTooFar(int shift, Shape shape) {
        if (shift >= Math.min(shape.height(), shape.width())) {
            throw new StokerException(
                    "shift must be less than a side of the images, which are %s, got %d".formatted(shape, shift));
        }
    }

    @Override
    public Rows<?> plain() {
        return source.rows(RowTransform.copy(), new Seed(0));
    }

    @Override
    public DatasetSplit only(int[] samples) {
        return new InMemoryImageSplit(new SubsetSource(source, samples), augmentation);
    }

    @Override
    public void labels(int[] samples, IntPredicate more) {
        var _ = IntStream.of(samples).map(source::label).allMatch(more);
    }

    @Override
    public void close() {}
}
