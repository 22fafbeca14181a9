package dev.stoker.datasets.internal.image;

import dev.stoker.core.Bytes;
import dev.stoker.core.CorruptDataException;
import dev.stoker.core.Shape;
import dev.stoker.core.image.ImageRoute;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.core.image.StoredImages;
import dev.stoker.core.random.Seed;
import dev.stoker.data.Dataset;
import dev.stoker.data.RowWriter;
import dev.stoker.data.Rows;
import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.DeviceRoutes;
import dev.stoker.datasets.EncodedImageSettings;
import dev.stoker.datasets.FileFingerprint;
import dev.stoker.datasets.SampleCache;
import dev.stoker.datasets.TrainingRows;
import dev.stoker.image.InvalidImageException;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.transform.CompiledTransformChain;
import dev.stoker.image.transform.TransformChain;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Encoded images of any size.
 *
 * @param images what they become
 * @param cache that training rows read them through
 * @param decoder that remembers, from epoch to epoch, which of them have no damage
 */
public record EncodedImageSplit(
        EncodedImageReader reader, EncodedImageSettings images, SampleCache cache, ImageDecoder decoder)
        implements DatasetSplit, DeviceRoutes.Encoded {
    public EncodedImageSplit(EncodedImageReader reader, EncodedImageSettings images) {
        this(reader, images, new SampleCache.None(), remembering(reader));
    }

    /** Cropped to squares of a side. */
    public EncodedImageSplit(EncodedImageReader reader, int side) {
        this(reader, EncodedImageSettings.of(side));
    }

    private static ImageDecoder remembering(EncodedImageReader reader) {
        return ImageDecoder.openCv().remembering(reader.size());
    }

    @Override
    public int size() {
        return reader.size();
    }

    @Override
    public DeviceRoutes deviceRoutes() {
        return images.shape().channels() == ImageRowLayout.CHANNELS ? this : new DeviceRoutes.None();
    }

    @Override
    public ImageRoute.DeviceAugmented deviceAugmented() {
        return new ImageRoute.DeviceAugmented(ImageSizeStatistics.of(reader).pixelLayout(images.shape()));
    }

    @Override
    public ImageRoute.DeviceDecoded deviceDecoded(double share) {
        return new ImageRoute.DeviceDecoded(ImageSizeStatistics.of(reader).fileLayout(images.shape()), share);
    }

    @Override
    public TrainingRows trainingRows(ImageRoute route, AugmentationSettings settings, Seed seed) {
        var augmentation = new EncodedAugmentation(settings, images);
        var transforms = augmentation.transforms(seed);
        var target = augmentation.target();
        return switch (route) {
            case ImageRoute.HostAugmented _ ->
                new TrainingRows(rows(reader, cache, transforms.map(chain -> compiled(chain, target)), target, seed));
            case ImageRoute.Streamed streamed ->
                new ImageRowWriter(reader, cache, transforms, target, seed, streamed, decoder).trainingRows();
            case ImageRoute.DeviceResident _ ->
                throw new IllegalArgumentException("encoded images are not kept on a device: " + route);
        };
    }

    @Override
    public List<String> transforms(AugmentationSettings settings) {
        return new EncodedAugmentation(settings, images).descriptions();
    }

    @Override
    public List<String> warnings() {
        return reader.warnings();
    }

    @Override
    public DatasetSplit cached(SampleCache other) {
        return new EncodedImageSplit(reader, images, other, decoder);
    }

    private CompiledTransformChain compiled(TransformChain transforms, Shape target) {
        return transforms.compile(target, decoder);
    }

    @Override
    public Rows<?> evaluationRows() {
        return evaluationRows(compiled(images.evaluation(), images.shape()));
    }

    @Override
    public Optional<TransformChain> evaluationTransforms() {
        return Optional.of(images.evaluation());
    }

    @Override
    public Rows<?> evaluationRows(CompiledTransformChain transforms) {
        return elements(reader)
                .rows(transforms.target().bytes(), writer(reader, FlipChoice.random(transforms), new Seed(0)));
    }

    public static Rows<?> rows(EncodedImageReader reader, CompiledTransformChain transforms, Seed seed) {
        return rows(reader, new SampleCache.None(), FlipChoice.random(transforms), transforms.target(), seed);
    }

    private static Rows<?> rows(
            EncodedImageReader reader,
            SampleCache cache,
            FlipChoice<CompiledTransformChain> transforms,
            Shape target,
            Seed seed) {
        return EncodedImageCache.elements(reader, cache)
                .randomRows(target.bytes(), seed, writer(reader, transforms, seed));
    }

    private static RowWriter<EncodedImageReader.Labeled> writer(
            EncodedImageReader reader, FlipChoice<CompiledTransformChain> transforms, Seed seed) {
        return (image, row, worker) -> {
            try {
                var scratch = worker.scratch(ScratchBuffers.class, () -> ScratchBuffers.open(worker));
                transforms.of(worker).run(image.encoded(), row, worker.random(seed), scratch);
            } catch (InvalidImageException bad) {
                throw new CorruptDataException(
                        "%s: %s".formatted(reader.describe(worker.index()), bad.getMessage()), bad);
            }
            return image.label();
        };
    }

    @Override
    public Optional<StoredImages> storedImages() {
        var files = reader.files(Path.of("")).toList();
        long bytes = files.stream().mapToLong(FileFingerprint::size).sum();
        return ImageSizeStatistics.of(reader).stored(reader.title(), files.size(), new Bytes(bytes));
    }

    @Override
    public DatasetSplit select(int[] samples) {
        return new EncodedImageSplit(new SubsetReader(reader, samples), images, cache, decoder);
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
        LabelRows.read(rows, samples.length, more);
    }

    private static Dataset<EncodedImageReader.Labeled> elements(EncodedImageReader reader) {
        return EncodedImageCache.elements(reader, new SampleCache.None());
    }

    @Override
    public void close() {
        reader.close();
    }
}
