package dev.stoker.data.internal.source;

import dev.stoker.data.IndexedReader;
import dev.stoker.data.internal.node.Compilation;
import dev.stoker.data.internal.node.Node;
import dev.stoker.data.internal.pipeline.Indexed;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.WorkerState;
import dev.stoker.data.storage.StorageRequests;
import java.util.List;

/** A source with a length and random access. */
public record IndexedSource<T>(String title, long size, IndexedReader<T> reader) implements Node<T>, Indexed<T> {
    public IndexedSource {
        if (size < 0) {
            throw new IllegalArgumentException("a size cannot be negative, got " + size);
        }
    }

    @Override
    public PipelineStage<T> compile(Compilation compilation) {
        return compilation.annotated(this, "random access, read by any worker", this);
    }

    @Override
    public T at(long epoch, long index, WorkerState worker) {
        worker.at(epoch, index);
        return worker.isTimed() ? timed(index, worker) : reader.read(index, worker);
    }

    private T timed(long index, WorkerState worker) {
        long start = worker.start();
        T element = reader.read(index, worker);
        worker.doneReading(title, start);
        return element;
    }

    @Override
    public void prefetch(long epoch, long index, WorkerState worker) {
        reader.prefetch(index, worker);
    }

    @Override
    public void expect(long epoch, long index) {
        reader.expect(index);
    }

    @Override
    public boolean isRemote() {
        return reader.isRemote();
    }

    @Override
    public List<StorageRequests> requests() {
        return reader.requests();
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of();
    }
}
