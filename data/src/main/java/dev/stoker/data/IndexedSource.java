package dev.stoker.data;

import java.util.List;

/** A source with a length and random access. */
record IndexedSource<T>(String title, long size, IndexedReader<T> reader) implements Node<T>, Indexed<T> {
    IndexedSource {
        if (size < 0) {
            throw new IllegalArgumentException("a size cannot be negative, got " + size);
        }
    }

    @Override
    public Stage<T> compile(Compilation compilation) {
        return compilation.noted(this, "random access, any worker", this);
    }

    @Override
    public T at(long epoch, long index, Worker worker) {
        worker.at(epoch, index);
        return worker.isTimed() ? timed(index, worker) : reader.read(index, worker);
    }

    private T timed(long index, Worker worker) {
        long start = worker.start();
        T element = reader.read(index, worker);
        worker.doneReading(title, start);
        return element;
    }

    @Override
    public void warm(long epoch, long index, Worker worker) {
        reader.warm(index, worker);
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of();
    }
}
