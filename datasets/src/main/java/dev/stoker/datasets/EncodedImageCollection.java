package dev.stoker.datasets;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.StokerException;
import dev.stoker.core.image.ImageRoute;
import dev.stoker.core.random.Seed;
import dev.stoker.data.Dataset;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.Rows;
import dev.stoker.data.near.NearSettings;
import dev.stoker.data.storage.StorageAddress;
import dev.stoker.datasets.internal.image.EncodedImageDatasets;
import dev.stoker.datasets.internal.image.EncodedImageReader;
import dev.stoker.datasets.internal.image.EncodedImageSplit;
import dev.stoker.datasets.internal.image.ImageFileReader;
import dev.stoker.datasets.internal.image.ImageShardReader;
import dev.stoker.datasets.internal.source.StoredShards;
import dev.stoker.image.transform.CompiledTransformChain;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All images of a folder, in files or shards, without splits; for measuring. */
public final class EncodedImageCollection implements AutoCloseable {
    private final EncodedImageReader reader;

    private EncodedImageCollection(EncodedImageReader reader) {
        this.reader = reader;
    }

    /** A folder of shards, a shard, a folder of image files with or without folders for classes, or the address of a set. */
    public static EncodedImageCollection open(String source) {
        return open(source, Optional.empty());
    }

    /** The same; some of the images of a set at an address are kept near where there are settings for it. */
    public static EncodedImageCollection open(String source, Optional<NearSettings> near) {
        return StorageAddress.find(source)
                .map(address -> new EncodedImageCollection(StoredShards.all(address, near)))
                .orElseGet(() -> open(Path.of(source)));
    }

    private static EncodedImageCollection open(Path source) {
        if (Files.isRegularFile(source)) {
            return new EncodedImageCollection(new ImageShardReader(List.of(source), Integer.MAX_VALUE));
        }
        if (!Files.isDirectory(source)) {
            throw new StokerException("there is no folder or shard %s".formatted(source));
        }
        var shards = EncodedImageDatasets.shards(source, ".*");
        return new EncodedImageCollection(
                shards.isEmpty()
                        ? new ImageFileReader(ImageFolder.scan(source))
                        : new ImageShardReader(shards, Integer.MAX_VALUE));
    }

    /** What a person should know about how images are read, a sentence each. */
    public List<String> warnings() {
        return reader.warnings();
    }

    public int size() {
        return reader.size();
    }

    /** Rows of decoded and transformed images. */
    public Rows<?> rows(CompiledTransformChain transforms, Seed seed) {
        return EncodedImageSplit.rows(reader, transforms, seed);
    }

    /** The route of a device that decodes all of them and crops them to squares of this side. */
    public ImageRoute.DeviceDecoded deviceDecodedRoute(int side) {
        return new EncodedImageSplit(reader, side).deviceDecoded(1);
    }

    /** Rows of a route, with the default augmentation. */
    public TrainingRows trainingRows(ImageRoute route, int side, Seed seed) {
        return new EncodedImageSplit(reader, side).trainingRows(route, AugmentationSettings.DEFAULTS, seed);
    }

    /** The encoded bytes of the first images, at most {@code most}. */
    public List<byte[]> encoded(int most) {
        var files = new ArrayList<byte[]>();
        var rows = Dataset.indexed(reader.title(), reader.size(), reader).rows(1, (image, _, _) -> {
            files.add(image.encoded().toArray(ValueLayout.JAVA_BYTE));
            return image.label();
        });
        int count = Math.min(most, size());
        try (var feed = rows.withElements(images -> images.take(count))
                        .batch(count)
                        .open(PipelineResources.workers(1), BatchMemoryAllocator.host());
                var _ = feed.next()) {
            return files;
        }
    }

    /** Reads the encoded bytes and writes nothing into the row, which has one byte. */
    public Rows<?> readOnly() {
        return Dataset.indexed(reader.title(), reader.size(), reader).rows(1, (image, _, _) -> image.label());
    }

    @Override
    public void close() {
        reader.close();
    }
}
