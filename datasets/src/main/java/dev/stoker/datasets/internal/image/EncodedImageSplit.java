package dev.stoker.datasets.internal.image;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.CorruptDataException;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.image.HostDecoder;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.Dataset;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.Rows;
import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.DeviceAugmentedImageSplit;
import dev.stoker.image.InvalidImageException;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.transform.CompiledTransformChain;
import dev.stoker.image.transform.ParameterRange;
import dev.stoker.image.transform.RandomHorizontalFlip;
import dev.stoker.image.transform.RandomResizedCrop;
import dev.stoker.image.transform.Transform;
import dev.stoker.image.transform.TransformChain;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Encoded images of any size, decoded and cropped into rows by a recipe. */
public record EncodedImageSplit(EncodedImageReader reader, int side)
        implements DatasetSplit, DeviceAugmentedImageSplit {
    private static final int LABELS_AT_ONCE = 64;

    @Override
    public int size() {
        return reader.size();
    }

    @Override
    public Rows<?> augmented(AugmentationSettings asked, Seed seed) {
        return rows(reader, compiled(recipe(asked), side(asked)), seed);
    }

    @Override
    public Optional<DeviceAugmentedImageSplit> deviceAugmented() {
        return Optional.of(this);
    }

    @Override
    public ImageRowLayout layout(Decoding decoding) {
        return ImageSizeStatistics.of(reader).layout(decoding, shape(side));
    }

    @Override
    public Drawn drawn(AugmentationSettings asked, Seed seed, ImageRowLayout layout, Decoding decoding) {
        return new ImageRowWriter(reader, recipe(asked), shape(side(asked)), seed, layout, decoding).drawn();
    }

    @Override
    public HostDecoder host() {
        return new HostFallbackDecoder(reader);
    }

    @Override
    public String describe(long sample) {
        return reader.describe(sample);
    }

    private int side(AugmentationSettings asked) {
        return asked.side().orElse(side);
    }

    private static Shape shape(int side) {
        return new Shape(side, side, 3);
    }

    private TransformChain recipe(AugmentationSettings asked) {
        if (!asked.isForEncodedImages()) {
            throw new StokerException(
                    "flip, shift and edge are for small images that are stored as pixels, such as cifar10;"
                            + " photographs are cropped and flipped at random: leave them out");
        }
        int to = side(asked);
        var recipe = TransformChain.of(
                        new RandomResizedCrop(to, new ParameterRange(asked.minArea(), 1)),
                        new RandomHorizontalFlip(0.5))
                .then(asked.paint().recipe((double) to / side).transforms().toArray(Transform[]::new));
        return recipe.atStrength(asked.strength());
    }

    private static CompiledTransformChain compiled(TransformChain recipe, int side) {
        return recipe.compile(shape(side), ImageDecoder.openCv());
    }

    @Override
    public Rows<?> plain() {
        return rows(reader, compiled(TransformChain.evaluate(side), side), new Seed(0));
    }

    public static Rows<?> rows(EncodedImageReader reader, CompiledTransformChain recipe, Seed seed) {
        return elements(reader).rows(recipe.target().bytes(), (image, row, worker) -> {
            try {
                var scratch = worker.scratch(ScratchBuffers.class, () -> ScratchBuffers.open(worker.memory()));
                recipe.run(image.encoded(), row, worker.random(seed), scratch);
            } catch (InvalidImageException bad) {
                throw new CorruptDataException(
                        "%s: %s".formatted(reader.describe(worker.index()), bad.getMessage()), bad);
            }
            return image.label();
        });
    }

    @Override
    public DatasetSplit only(int[] samples) {
        return new EncodedImageSplit(new SubsetReader(reader, samples), side);
    }

    @Override
    public void labels(int[] samples, IntPredicate more) {
        var chosen = new SubsetReader(reader, samples);
        if (samples.length == 0 || chosen.label(0).isPresent()) {
            var _ = IntStream.range(0, samples.length)
                    .map(i -> chosen.label(i).orElseThrow())
                    .allMatch(more);
            return;
        }
        var rows = elements(chosen).rows(1, (image, _, _) -> image.label());
        int batch = Math.min(LABELS_AT_ONCE, samples.length);
        try (var feed = rows.batch(batch).open(PipelineResources.auto(), BatchMemoryAllocator.ofHost())) {
            boolean wanted = true;
            while (wanted && feed.hasNext()) {
                wanted = show(feed, more);
            }
        }
    }

    private static boolean show(BatchFeed feed, IntPredicate more) {
        try (var batch = feed.next()) {
            return IntStream.range(0, batch.size())
                    .map(row -> (int) batch.labels().getAtIndex(ValueLayout.JAVA_LONG, row))
                    .allMatch(more);
        }
    }

    private static Dataset<EncodedImageReader.Labeled> elements(EncodedImageReader reader) {
        return Dataset.indexed(reader.title(), reader.size(), reader);
    }

    @Override
    public void close() {
        reader.close();
    }
}
