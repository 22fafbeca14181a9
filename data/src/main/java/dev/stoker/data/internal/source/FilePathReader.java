package dev.stoker.data.internal.source;

import dev.stoker.core.StokerException;
import dev.stoker.data.IndexedReader;
import dev.stoker.data.Worker;
import dev.stoker.data.file.FileBuffer;
import dev.stoker.data.internal.node.Node;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** Paths of files; later steps read their contents. */
public record FilePathReader<T>(List<T> elements, Function<T, Path> file) implements IndexedReader<T> {
    public static <T> Node<T> source(List<T> elements, Function<T, Path> file) {
        return new IndexedSource<>("files " + elements.size(), elements.size(), new FilePathReader<>(elements, file));
    }

    @Override
    public T read(long index, Worker worker) {
        return elements.get((int) index);
    }

    @Override
    public void prefetch(long index, Worker worker) {
        try {
            worker.scratch(FilePathReader.class, () -> new FileBuffer(worker.memory()))
                    .read(file.apply(elements.get((int) index)));
        } catch (StokerException _) {
            // The step that reads the file reports it.
        }
    }
}
