package dev.stoker.datasets.internal.image;

import dev.stoker.core.Bytes;
import dev.stoker.core.io.Sha256;
import dev.stoker.data.Cache;
import dev.stoker.data.Dataset;
import dev.stoker.data.ElementCodec;
import dev.stoker.datasets.SampleCache;
import dev.stoker.datasets.internal.image.EncodedImageReader.Labeled;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Stores encoded images with their labels. They are not decoded: pixels take about ten times the memory, and a crop decodes only
 * what it needs.
 */
final class EncodedImageCache {
    private static final int NAME_DIGITS = 16;
    private static final Bytes NO_LIMIT = new Bytes(Long.MAX_VALUE);

    private EncodedImageCache() {}

    /** The images of a reader, read through the cache. */
    static Dataset<Labeled> elements(EncodedImageReader reader, SampleCache cache) {
        var read = Dataset.indexed(reader.title(), reader.size(), reader);
        return switch (cache) {
            case SampleCache.None _ -> read;
            case SampleCache.Memory(var limit) ->
                read.map(EncodedImageCache::onHeap)
                        .cache(Cache.memory(limit, image -> image.encoded().byteSize()));
            case SampleCache.Disk(var folder) ->
                read.cache(Cache.disk(
                        folder,
                        name(reader),
                        NO_LIMIT,
                        ElementCodec.of("labeled image", EncodedImageCache::bytes, EncodedImageCache::image)));
        };
    }

    /** A copy, since the worker overwrites the bytes with those of the next image. */
    private static Labeled onHeap(Labeled image) {
        return new Labeled(MemorySegment.ofArray(image.encoded().toArray(ValueLayout.JAVA_BYTE)), image.label());
    }

    private static byte[] bytes(Labeled image) {
        var bytes = ByteBuffer.allocate(
                Math.toIntExact(Integer.BYTES + image.encoded().byteSize()));
        return bytes.putInt(image.label()).put(image.encoded().asByteBuffer()).array();
    }

    private static Labeled image(byte[] bytes) {
        return new Labeled(
                MemorySegment.ofArray(bytes).asSlice(Integer.BYTES),
                ByteBuffer.wrap(bytes).getInt());
    }

    /**
     * Depends on where each image comes from, and on the size and time of its file: another dataset, another subset of it,
     * or the same names with other content have a file of their own.
     */
    private static String name(EncodedImageReader reader) {
        var digest = Sha256.digest();
        for (int i = 0; i < reader.size(); i++) {
            digest.update(reader.identity(i).getBytes(StandardCharsets.UTF_8));
        }
        return "images-" + Sha256.hex(digest.digest()).substring(0, NAME_DIGITS);
    }
}
