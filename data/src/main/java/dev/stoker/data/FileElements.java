package dev.stoker.data;

import dev.stoker.core.StokerException;
import dev.stoker.data.file.FileBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** Names of files, which are read by whoever wants to know what is in them. */
record FileElements<T>(List<T> elements, Function<T, Path> file) implements IndexedReader<T> {
    static <T> Node<T> source(List<T> elements, Function<T, Path> file) {
        return new IndexedSource<>("files " + elements.size(), elements.size(), new FileElements<>(elements, file));
    }

    @Override
    public T read(long index, Worker worker) {
        return elements.get((int) index);
    }

    @Override
    public void warm(long index, Worker worker) {
        try {
            worker.scratch(FileElements.class, () -> new FileBuffer(worker.memory()))
                    .read(file.apply(elements.get((int) index)));
        } catch (StokerException _) {
            // Whoever reads the file says so.
        }
    }
}
