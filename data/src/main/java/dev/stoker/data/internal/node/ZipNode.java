package dev.stoker.data.internal.node;

import dev.stoker.data.internal.pipeline.Cursor;
import dev.stoker.data.internal.pipeline.Indexed;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.SimpleCursor;
import dev.stoker.data.internal.pipeline.StateReader;
import dev.stoker.data.internal.pipeline.StateWriter;
import dev.stoker.data.internal.pipeline.Streamed;
import dev.stoker.data.internal.pipeline.WorkerState;
import dev.stoker.data.storage.StorageRequests;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** {@code zip}: joins one element of each dataset into one. */
public record ZipNode<T, U, R>(Node<T> first, Node<U> second, BiFunction<? super T, ? super U, ? extends R> join)
        implements Node<R> {
    @Override
    public PipelineStage<R> compile(Compilation compilation) {
        var one = first.compile(compilation);
        var other = second.compile(compilation);
        if (one instanceof Indexed<T> a && other instanceof Indexed<U> b) {
            return compilation.annotated(this, "by index", new Joined<>(a, b, join));
        }
        Streamed<R> stage = (run, epoch, state) ->
                new StreamingCursor<>(one.open(run, epoch, state), other.open(run, epoch, state), join);
        return compilation.annotated(this, "two streams in step", stage);
    }

    @Override
    public String title() {
        return "zip";
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(first, second);
    }

    private record Joined<T, U, R>(
            Indexed<T> first, Indexed<U> second, BiFunction<? super T, ? super U, ? extends R> join)
            implements Indexed<R> {
        @Override
        public long size() {
            return Math.min(first.size(), second.size());
        }

        @Override
        public R at(long epoch, long index, WorkerState worker) {
            return join.apply(first.at(epoch, index, worker), second.at(epoch, index, worker));
        }

        @Override
        public void prefetch(long epoch, long index, WorkerState worker) {
            first.prefetch(epoch, index, worker);
            second.prefetch(epoch, index, worker);
        }

        @Override
        public void expect(long epoch, long index) {
            first.expect(epoch, index);
            second.expect(epoch, index);
        }

        @Override
        public boolean isRemote() {
            return first.isRemote() || second.isRemote();
        }

        @Override
        public List<StorageRequests> requests() {
            return Stream.concat(first.requests().stream(), second.requests().stream())
                    .distinct()
                    .toList();
        }

        @Override
        public void save(long given, StateWriter state) {
            first.save(given, state);
            second.save(given, state);
        }

        @Override
        public Indexed<R> resume(StateReader state) {
            var one = first.resume(state);
            return new Joined<>(one, second.resume(state), join);
        }
    }

    private static final class StreamingCursor<T, U, R> extends SimpleCursor<R> {
        private final Cursor<T> first;
        private final Cursor<U> second;
        private final BiFunction<? super T, ? super U, ? extends R> join;

        StreamingCursor(Cursor<T> first, Cursor<U> second, BiFunction<? super T, ? super U, ? extends R> join) {
            this.first = first;
            this.second = second;
            this.join = join;
        }

        @Override
        public boolean advance() {
            if (!first.advance() || !second.advance()) {
                return false;
            }
            give(join.apply(first.value(), second.value()));
            return true;
        }

        @Override
        public void save(StateWriter state) {
            first.save(state);
            second.save(state);
        }

        @Override
        public void close() {
            try (second) {
                first.close();
            }
        }
    }
}
