package dev.stoker.datasets;

import dev.stoker.core.Seed;
import dev.stoker.core.StokerException;
import dev.stoker.data.RowFiller;
import dev.stoker.data.Worker;
import dev.stoker.image.CompiledRecipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** All pictures that a folder holds, in files or shards, for whoever wants them without training. */
public final class Pictures implements AutoCloseable {
    private final Counting reader;

    private Pictures(PictureReader reader) {
        this.reader = new Counting(reader, new LongAdder());
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

    /** Encoded bytes that have been read so far. */
    public long bytesRead() {
        return reader.bytes.sum();
    }

    /** Rows made by a recipe. */
    public RowFiller rows(CompiledRecipe recipe, Seed seed) {
        return new PicturePart(reader, recipe, recipe).rows(recipe, seed);
    }

    /** Reads the bytes and leaves the row as it is. */
    public RowFiller readOnly() {
        return (sample, _, worker) -> reader.read(sample, worker).label();
    }

    @Override
    public void close() {
        reader.close();
    }

    private record Counting(PictureReader reader, LongAdder bytes) implements PictureReader {
        @Override
        public int size() {
            return reader.size();
        }

        @Override
        public Labelled read(int sample, Worker worker) {
            var picture = reader.read(sample, worker);
            bytes.add(picture.encoded().byteSize());
            return picture;
        }

        @Override
        public String describe(int sample) {
            return reader.describe(sample);
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
