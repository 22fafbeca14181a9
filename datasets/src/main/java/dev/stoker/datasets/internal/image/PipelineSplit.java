package dev.stoker.datasets.internal.image;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.image.ImageRoute;
import dev.stoker.core.random.Seed;
import dev.stoker.data.Dataset;
import dev.stoker.data.Rows;
import dev.stoker.data.Sample;
import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.TrainingRows;
import java.lang.foreign.MemorySegment;
import java.util.function.IntPredicate;

/** The samples of a pipeline with random access; workers compute each when it is needed, and copy its pixels. */
public record PipelineSplit(Dataset<Sample> samples, int size, PixelAugmentation augmentation) implements DatasetSplit {
    public static PipelineSplit of(Dataset<Sample> samples, Shape shape) {
        long size = samples.size()
                .orElseThrow(() -> new StokerException(
                        "a split needs samples with random access and a length; a stream, a filter and flatMap"
                                + " have none"));
        var checked = samples.map((Sample sample) -> checked(sample, shape));
        return new PipelineSplit(checked, Math.toIntExact(size), PixelAugmentation.of(shape, true));
    }

    private static Sample checked(Sample sample, Shape shape) {
        if (sample.pixels().byteSize() != shape.bytes() || sample.label() < 0) {
            throw new StokerException(
                    "a sample has %d bytes of pixels and label %d, but needs %d bytes (%s) and a label of 0 or more"
                            .formatted(sample.pixels().byteSize(), sample.label(), shape.bytes(), shape));
        }
        return sample;
    }

    @Override
    public TrainingRows trainingRows(ImageRoute route, AugmentationSettings settings, Seed seed) {
        if (route instanceof ImageRoute.HostAugmented) {
            return new TrainingRows(augmentation.rows(samples, settings, seed));
        }
        throw new IllegalArgumentException("the samples of a pipeline are augmented on the host: " + route);
    }

    @Override
    public Rows<?> evaluationRows() {
        int bytes = augmentation.shape().bytes();
        return samples.rows(bytes, (sample, row, _) -> {
            MemorySegment.copy(sample.pixels(), 0, row, 0, bytes);
            return sample.label();
        });
    }

    @Override
    public DatasetSplit select(int[] chosen) {
        return new PipelineSplit(samples.select(chosen), chosen.length, augmentation);
    }

    @Override
    public void labels(int[] chosen, IntPredicate more) {
        var labels = samples.select(chosen).rows(1, (sample, _, _) -> sample.label());
        LabelRows.read(labels, chosen.length, more);
    }

    @Override
    public void close() {}
}
