package dev.stoker.datasets;

import dev.stoker.core.Seed;
import dev.stoker.core.SlotMemory;
import dev.stoker.core.StokerException;
import dev.stoker.data.Dataset;
import dev.stoker.data.Resources;
import dev.stoker.data.Rows;
import dev.stoker.image.CompiledRecipe;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All pictures that a folder holds, in files or shards, for whoever wants them without training. */
public final class Pictures implements AutoCloseable {
    private final PictureReader reader;

    private Pictures(PictureReader reader) {
        this.reader = reader;
    }

    /** A folder of shards, a shard, or a folder of picture files with or without folders for classes. */
    public static Pictures open(Path source) {
        if (Files.isRegularFile(source)) {
            return new Pictures(new ShardReader(List.of(source), Integer.MAX_VALUE));
        }
        if (!Files.isDirectory(source)) {
            throw new StokerException("there is no folder or shard %s".formatted(source));
        }
        var shards = PhotoSets.shards(source, ".*");
        return new Pictures(
                shards.isEmpty() ? new FileReader(ImageTree.scan(source)) : new ShardReader(shards, Integer.MAX_VALUE));
    }

    public int size() {
        return reader.size();
    }

    /** Rows made by a recipe. */
    public Rows<?> rows(CompiledRecipe recipe, Seed seed) {
        return PicturePart.rows(reader, recipe, seed);
    }

    /** For a device that decodes them and makes squares of this side. */
    public TravellingPart travelling(int side) {
        return new PicturePart(reader, side);
    }

    /** The first so many of them as they are encoded. */
    public List<byte[]> encoded(int most) {
        var files = new ArrayList<byte[]>();
        var rows = Dataset.indexed(reader.title(), reader.size(), reader).rows(1, (picture, _, _) -> {
            files.add(picture.encoded().toArray(ValueLayout.JAVA_BYTE));
            return picture.label();
        });
        int count = Math.min(most, size());
        try (var feed = rows.over(pictures -> pictures.take(count))
                        .batch(count)
                        .open(Resources.workers(1), SlotMemory.ofHost());
                var _ = feed.next()) {
            return files;
        }
    }

    /** Reads the bytes and leaves the row, which has one, as it is. */
    public Rows<?> readOnly() {
        return Dataset.indexed(reader.title(), reader.size(), reader).rows(1, (picture, _, _) -> picture.label());
    }

    @Override
    public void close() {
        reader.close();
    }
}
