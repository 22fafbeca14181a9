package dev.stoker.data.internal.source;

import dev.stoker.data.internal.node.Compilation;
import dev.stoker.data.internal.node.Node;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.SimpleCursor;
import dev.stoker.data.internal.pipeline.StateWriter;
import dev.stoker.data.internal.pipeline.Streamed;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/** A source that is an iterator per epoch. */
public record GeneratedSource<T>(Supplier<? extends Iterator<T>> iterators) implements Node<T> {
    @Override
    public PipelineStage<T> compile(Compilation compilation) {
        Streamed<T> stage = (_, _, state) -> new SourceCursor<>(iterators.get(), state.next());
        return compilation.annotated(this, "a stream, read by one thread", stage);
    }

    @Override
    public String title() {
        return "generate";
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of();
    }

    /** Resumes by skipping the elements that were given before. */
    private static final class SourceCursor<T> extends SimpleCursor<T> {
        private final Iterator<T> iterator;
        private long given;

        SourceCursor(Iterator<T> iterator, long skipped) {
            this.iterator = iterator;
            while (given < skipped && iterator.hasNext()) {
                iterator.next();
                given++;
            }
        }

        @Override
        public boolean advance() {
            if (!iterator.hasNext()) {
                return false;
            }
            give(iterator.next());
            given++;
            return true;
        }

        @Override
        public void save(StateWriter state) {
            state.add(given);
        }

        @Override
        public void close() {}
    }
}
