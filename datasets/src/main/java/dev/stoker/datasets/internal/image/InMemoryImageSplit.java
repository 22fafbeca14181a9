package dev.stoker.datasets.internal.image;

import dev.stoker.core.Shape;
import dev.stoker.core.image.ImageRoute;
import dev.stoker.core.random.Seed;
import dev.stoker.data.Dataset;
import dev.stoker.data.Rows;
import dev.stoker.data.SampleSource;
import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.DeviceRoutes;
import dev.stoker.datasets.TrainingRows;
import dev.stoker.image.transform.RandomCropAndFlip;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Small images in memory as pixels, in the size in which they are evaluated. */
public record InMemoryImageSplit(SampleSource source, PixelAugmentation augmentation) implements DatasetSplit {
    /** With a default shift and flip. */
    public InMemoryImageSplit(SampleSource source, RandomCropAndFlip defaults) {
        this(source, new PixelAugmentation(defaults));
    }

    /** {@code flip} says whether images keep their class when flipped. */
    public InMemoryImageSplit(SampleSource source, boolean flip) {
        this(source, PixelAugmentation.of(source.shape(), flip));
    }

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
            case ImageRoute.HostAugmented _ ->
                new TrainingRows(augmentation.rows(Dataset.samples(source), settings, seed));
            case ImageRoute.DeviceResident resident -> parameterRows(resident, settings, seed);
            case ImageRoute.Streamed _ ->
                throw new IllegalArgumentException("images that are stored as pixels are not streamed: " + route);
        };
    }

    private TrainingRows parameterRows(ImageRoute.DeviceResident route, AugmentationSettings settings, Seed seed) {
        var shiftAndFlip = augmentation.shiftAndFlip(settings, seed);
        var target = augmentation.target(settings);
        var transforms = augmentation.transforms(settings, target).sampler(target);
        var rows = Dataset.range(size()).randomRows(route.rowBytes(target), seed, (number, row, worker) -> {
            int index = Math.toIntExact(number);
            transforms.addPixelTransforms(shiftAndFlip.sample(index, target, row, worker), row);
            return source.label(index);
        });
        return new TrainingRows(rows, new InMemoryHostImages(source, transforms.requirements()));
    }

    @Override
    public List<String> transforms(AugmentationSettings settings) {
        return augmentation.descriptions(settings);
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
