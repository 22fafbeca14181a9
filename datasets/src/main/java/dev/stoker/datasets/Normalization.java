package dev.stoker.datasets;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.data.Dataset;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.Sample;
import dev.stoker.data.SampleSource;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/** Mean and standard deviation of each channel, as fractions of 255, by which pixels are normalized. */
public record Normalization(List<Double> mean, List<Double> standardDeviation) {
    private static final int SAMPLED = 2000;
    private static final int BATCH = 50;

    /** The statistics of ImageNet, which are the convention for natural images of any kind. */
    public static final Normalization IMAGENET =
            new Normalization(List.of(0.485, 0.456, 0.406), List.of(0.229, 0.224, 0.225));

    /** The same of images that are decoded to one channel: the means over the channels. */
    public static final Normalization IMAGENET_GRAY = new Normalization(List.of(0.449), List.of(0.226));

    public Normalization {
        mean = List.copyOf(mean);
        standardDeviation = List.copyOf(standardDeviation);
    }

    /** Measured on a random sample of the images of a split as they are evaluated; corrupt ones may be skipped. */
    public static Normalization measured(DatasetSplit split, Shape shape, Seed seed, int skipCorrupt) {
        var sum = new long[shape.channels()];
        var squares = new long[shape.channels()];
        long images = 0;
        try (var feed = split.evaluationRows()
                .withElements(elements -> elements.shuffle(seed).take(SAMPLED))
                .batch(BATCH)
                .skipCorrupt(skipCorrupt)
                .open(
                        PipelineResources.workers(Runtime.getRuntime().availableProcessors()),
                        BatchMemoryAllocator.host())) {
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    add(batch.rows().asSlice(0, (long) batch.size() * shape.bytes()), sum, squares);
                    images += batch.size();
                }
            }
        }
        return of(sum, squares, (double) images * shape.height() * shape.width());
    }

    /** Measured on the first images of a source. */
    static Normalization of(SampleSource source) {
        return of(Dataset.samples(source), source.shape());
    }

    /** Measured on the first images of a pipeline. */
    static Normalization of(Dataset<Sample> samples, Shape shape) {
        var sum = new long[shape.channels()];
        var squares = new long[shape.channels()];
        int images = 0;
        try (var first = samples.take(SAMPLED).iterate(PipelineResources.workers(1))) {
            for (; first.hasNext(); images++) {
                add(first.next().pixels(), sum, squares);
            }
        }
        return of(sum, squares, (double) images * shape.height() * shape.width());
    }

    private static Normalization of(long[] sum, long[] squares, double pixels) {
        var mean = Arrays.stream(sum).mapToDouble(total -> total / pixels).toArray();
        var deviation = new double[mean.length];
        Arrays.setAll(deviation, c -> Math.sqrt(Math.max(1, squares[c] / pixels - mean[c] * mean[c])));
        return new Normalization(inUnitsOfAByte(mean), inUnitsOfAByte(deviation));
    }

    private static List<Double> inUnitsOfAByte(double[] values) {
        return Arrays.stream(values).map(value -> value / 255).boxed().toList();
    }

    private static void add(MemorySegment sample, long[] sum, long[] squares) {
        for (long i = 0; i < sample.byteSize(); i++) {
            int value = Byte.toUnsignedInt(sample.get(ValueLayout.JAVA_BYTE, i));
            int channel = (int) (i % sum.length);
            sum[channel] += value;
            squares[channel] += (long) value * value;
        }
    }
}
