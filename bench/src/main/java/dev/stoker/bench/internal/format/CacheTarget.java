package dev.stoker.bench.internal.format;

import dev.stoker.bench.internal.mutation.ByteMutator;
import dev.stoker.bench.internal.mutation.Mutator;
import dev.stoker.core.Bytes;
import dev.stoker.data.Cache;
import dev.stoker.data.Dataset;
import dev.stoker.data.ElementCodec;
import dev.stoker.data.PipelineResources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A cache on disk that is damaged: elements are the same, whether they are read or computed. */
final class CacheTarget implements FuzzTarget {
    private static final int ELEMENTS = 12;
    private static final String FOLDER = "cache";
    private static final String NAME = "fuzz";

    private final ScratchFolder scratch;
    private final byte[] file;

    CacheTarget(ScratchFolder scratch) {
        this.scratch = scratch;
        try {
            iterate();
            file = Files.readAllBytes(path());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Path path() {
        return scratch.path().resolve(FOLDER).resolve(NAME + ".cache");
    }

    private void iterate() {
        var cache = Cache.disk(scratch.path().resolve(FOLDER), NAME, new Bytes(1 << 20), ElementCodec.text());
        var texts = Dataset.indexed(ELEMENTS, i -> "element " + i).cache(cache);
        try (var elements = texts.iterate(PipelineResources.workers(1))) {
            int count = 0;
            while (elements.hasNext()) {
                String found = elements.next();
                WrongResultException.require(
                        found.equals("element " + count), "element %d is '%s'".formatted(count, found));
                count++;
            }
            WrongResultException.require(count == ELEMENTS, "%d elements of %d".formatted(count, ELEMENTS));
        }
    }

    @Override
    public List<byte[]> corpus() {
        return List.of(file);
    }

    @Override
    public Mutator mutator() {
        return new ByteMutator();
    }

    @Override
    public void check(FuzzInput input) throws IOException {
        scratch.clear(FOLDER);
        scratch.write(FOLDER + "/" + NAME + ".cache", input.bytes());
        iterate();
    }
}
