package dev.stoker.datasets.internal.image;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.image.ImageRoute;
import dev.stoker.core.random.Seed;
import dev.stoker.data.Dataset;
import dev.stoker.data.Rows;
import dev.stoker.data.Sample;
import dev.stoker.data.SampleSource;
import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.DeviceRoutes;
import dev.stoker.datasets.TrainingRows;
import dev.stoker.image.transform.RandomCropAndFlip;
import dev.stoker.image.transform.Transform;
import dev.stoker.image.transform.TransformChain;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Small images in memory as pixels, in the size in which they are evaluated.
 *
 * @param augmentation the default shift and flip
 */
public record InMemoryImageSplit(SampleSource source, RandomCropAndFlip augmentation) implements DatasetSplit {

    @Override
    public int size() {
        return source.size();
    }

    private Shape shape() {
        return source.shape();
    }

    @Override
    public DeviceRoutes deviceRoutes() {
        return new DeviceRoutes.Resident(new ImageRoute.DeviceResident(shape(), size()));
    }

    @Override
    public TrainingRows trainingRows(ImageRoute route, AugmentationSettings settings, Seed seed) {
        return switch (route) {
            case ImageRoute.HostAugmented _ -> new TrainingRows(pixelRows(settings, seed));
            case ImageRoute.DeviceResident resident -> parameterRows(resident, settings, seed);
            case ImageRoute.Streamed _ ->
                throw new IllegalArgumentException("images that are stored as pixels are not streamed: " + route);
        };
    }

    private Rows<?> pixelRows(AugmentationSettings settings, Seed seed) {
        var shiftAndFlip = shiftAndFlip(settings, seed);
        var target = target(settings);
        var transforms = transforms(settings, target);
        return target.equals(shape()) && transforms.transforms().isEmpty()
                ? rows(shiftAndFlip)
                : rows(shiftAndFlip, InMemoryTransform.of(shape(), target, transforms));
    }

    private Rows<Sample> rows(RandomShiftAndFlip shiftAndFlip) {
        return Dataset.samples(source).randomRows(shape().bytes(), shiftAndFlip.seed(), (sample, row, worker) -> {
            shiftAndFlip.apply(sample.pixels(), row, worker);
            return sample.label();
        });
    }

    private Rows<Sample> rows(RandomShiftAndFlip shiftAndFlip, InMemoryTransform transform) {
        return Dataset.samples(source).randomRows(transform.rowBytes(), shiftAndFlip.seed(), (sample, row, worker) -> {
            var buffer = transform.buffer(worker);
            var random = shiftAndFlip.apply(sample.pixels(), buffer.pixels(), worker);
            transform.apply(buffer, row, random);
            return sample.label();
        });
    }

    private TrainingRows parameterRows(ImageRoute.DeviceResident route, AugmentationSettings settings, Seed seed) {
        var shiftAndFlip = shiftAndFlip(settings, seed);
        var target = target(settings);
        var transforms = transforms(settings, target).sampler(target);
        var rows = Dataset.range(size()).randomRows(route.rowBytes(target), seed, (number, row, worker) -> {
            int index = Math.toIntExact(number);
            transforms.addPixelTransforms(shiftAndFlip.sample(index, target, row, worker), row);
            return source.label(index);
        });
        return new TrainingRows(rows, new InMemoryHostImages(source, transforms.requirements()));
    }

    @Override
    public List<String> transforms(AugmentationSettings settings) {
        var shiftAndFlip = shiftAndFlip(settings, new Seed(0));
        var target = target(settings);
        var resize = target.equals(shape())
                ? Stream.<String>empty()
                : Stream.of("Resize[height=%d, width=%d]".formatted(target.height(), target.width()));
        return Stream.of(
                        shiftAndFlip.descriptions(),
                        resize,
                        transforms(settings, target).transforms().stream().map(Transform::toString))
                .flatMap(part -> part)
                .toList();
    }

    private Shape target(AugmentationSettings settings) {
        var whole = shape();
        int side = settings.side().orElse(whole.height());
        return side == whole.height() ? whole : new Shape(side, side, whole.channels());
    }

    private TransformChain transforms(AugmentationSettings settings, Shape target) {
        if (settings.paint().requiresColor() && target.channels() == 1) {
            throw new StokerException(
                            "saturation, hue and gray are for color images, and these are grayscale; remove them")
                    .about("saturation", "hue", "gray");
        }
        double share = (double) target.height() / shape().height();
        return settings.paint().recipe(share).atStrength(settings.strength());
    }

    /** Strength scales the shift and leaves the flip alone: at half strength images are shifted half as far. */
    private RandomShiftAndFlip shiftAndFlip(AugmentationSettings settings, Seed seed) {
        if (settings.minArea() != AugmentationSettings.MIN_AREA) {
            throw new StokerException(
                            "crop-area is for encoded images; small images that are stored as pixels are shifted:"
                                    + " remove it, or use shift")
                    .about("crop-area", "shift");
        }
        int most = settings.shift().orElse(augmentation.padding());
        refuseTooLarge(most, shape());
        int shift = (int) Math.round(most * settings.strength());
        boolean flip = switch (settings.flip()) {
            case AUTO -> augmentation.flip();
            case NONE -> false;
            case RANDOM, ALTERNATING -> true;
        };
        var alternating = settings.flip() == AugmentationSettings.FlipMode.ALTERNATING
                ? Optional.of(seed.forPurpose("alternating flip"))
                : Optional.<Seed>empty();
        return new RandomShiftAndFlip(new RandomCropAndFlip(shape(), shift, settings.edge(), flip), alternating, seed);
    }

    private static void refuseTooLarge(int shift, Shape shape) {
        if (shift >= Math.min(shape.height(), shape.width())) {
            throw new StokerException("shift must be less than the height and width of the images, which are %s, got %d"
                            .formatted(shape, shift))
                    .about("shift");
        }
    }

    @Override
    public Rows<?> evaluationRows() {
        return Dataset.samples(source).rows(shape().bytes(), (sample, row, _) -> {
            MemorySegment.copy(sample.pixels(), 0, row, 0, row.byteSize());
            return sample.label();
        });
    }

    @Override
    public DatasetSplit select(int[] samples) {
        return new InMemoryImageSplit(new SubsetSource(source, samples), augmentation);
    }

    @Override
    public void labels(int[] samples, IntPredicate more) {
        var _ = IntStream.of(samples).map(source::label).allMatch(more);
    }

    @Override
    public void close() {}
}
