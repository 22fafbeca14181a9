package dev.stoker.job.predict;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.data.Dataset;
import dev.stoker.data.IndexedReader;
import dev.stoker.data.Rows;
import dev.stoker.data.Worker;
import dev.stoker.data.file.FileBuffer;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.transform.CompiledTransformChain;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Rows of image files, whose labels are the numbers of the files. A file that cannot be decoded has a black row, so that all
 * others keep their places, and its problem is kept until it is asked for.
 */
final class ImageFileRows implements IndexedReader<Integer> {
    private static final Seed NOTHING_RANDOM = new Seed(0);

    private final List<Path> files;
    private final CompiledTransformChain transforms;
    private final Map<Integer, String> problems = new ConcurrentHashMap<>();

    ImageFileRows(List<Path> files, CompiledTransformChain transforms) {
        this.files = files;
        this.transforms = transforms;
    }

    Rows<?> rows() {
        return Dataset.indexed("files", files.size(), this)
                .rows(transforms.target().bytes(), this::write);
    }

    @Override
    public Integer read(long index, Worker worker) {
        return (int) index;
    }

    @Override
    public void prefetch(long index, Worker worker) {
        try {
            buffer(worker).read(files.get((int) index));
        } catch (StokerException _) {
            // writing the row reports it
        }
    }

    private long write(int number, MemorySegment row, Worker worker) {
        try {
            var encoded = buffer(worker).read(files.get(number));
            worker.read(encoded.byteSize());
            var scratch = worker.scratch(ScratchBuffers.class, () -> ScratchBuffers.open(worker));
            transforms.run(encoded, row, worker.random(NOTHING_RANDOM), scratch);
        } catch (StokerException failure) { // it is corrupt, gone, or may not be read
            row.fill((byte) 0);
            problems.put(number, String.valueOf(failure.getMessage()));
        }
        return number;
    }

    private static FileBuffer buffer(Worker worker) {
        return worker.scratch(ImageFileRows.class, () -> new FileBuffer(worker.memory()));
    }

    /** Why a file could not be read or decoded; to be asked once. */
    Optional<String> takeProblem(int number) {
        return Optional.ofNullable(problems.remove(number));
    }
}
