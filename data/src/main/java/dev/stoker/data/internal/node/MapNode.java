package dev.stoker.data.internal.node;

import dev.stoker.data.Mapper;
import dev.stoker.data.PipelineOptimization;
import dev.stoker.data.internal.pipeline.Cursor;
import dev.stoker.data.internal.pipeline.ElementFailure;
import dev.stoker.data.internal.pipeline.Indexed;
import dev.stoker.data.internal.pipeline.OneToMany;
import dev.stoker.data.internal.pipeline.PipelineRun;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.PositionedElement;
import dev.stoker.data.internal.pipeline.SimpleCursor;
import dev.stoker.data.internal.pipeline.StateReader;
import dev.stoker.data.internal.pipeline.StateWriter;
import dev.stoker.data.internal.pipeline.Streamed;
import dev.stoker.data.internal.pipeline.WorkerState;
import java.util.List;

/** {@code map}: one element becomes one other. */
public record MapNode<T, R>(Node<T> input, Mapper<? super T, ? extends R> mapper) implements Node<R> {
    @Override
    public PipelineStage<R> compile(Compilation compilation) {
        var below = input.compile(compilation);
        if (compilation.may(PipelineOptimization.FUSE_MAPS)) {
            if (below instanceof Indexed<T> indexed) {
                return compilation.annotated(
                        this, "in the task that reads the element", fused(indexed, compilation.stageName(title())));
            }
            if (below instanceof OneToMany<T> oneToMany) {
                return compilation.annotated(
                        this,
                        "in the task that sifts",
                        oneToMany.then((element, worker, outputs) -> outputs.add(mapper.apply(element, worker))));
            }
        }
        Streamed<R> stage = (run, epoch, state) -> new MapCursor<>(below, mapper, run, epoch, state);
        return compilation.annotated(this, "on the consumer's thread", stage);
    }

    private Indexed<R> fused(Indexed<T> below, String stage) {
        return new Indexed<>() {
            @Override
            public long size() {
                return below.size();
            }

            @Override
            public int perTask() {
                return below.perTask();
            }

            @Override
            public R at(long epoch, long index, WorkerState worker) {
                T element = below.at(epoch, index, worker);
                return worker.isTimed() ? timed(element, worker) : mapper.apply(element, worker);
            }

            private R timed(T element, WorkerState worker) {
                long start = worker.start();
                R mapped = mapper.apply(element, worker);
                worker.done(stage, start);
                return mapped;
            }

            @Override
            public void warm(long epoch, long index, WorkerState worker) {
                below.warm(epoch, index, worker);
            }

            @Override
            public void save(long given, StateWriter state) {
                below.save(given, state);
            }

            @Override
            public Indexed<R> resume(StateReader state) {
                return fused(below.resume(state), stage);
            }
        };
    }

    @Override
    public String title() {
        return "map";
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    /** Maps as it walks; elements of an index keep the place that they were read at. */
    private static final class MapCursor<T, R> extends SimpleCursor<R> {
        private final Cursor<PositionedElement<T>> input;
        private final Mapper<? super T, ? extends R> mapper;
        private final WorkerState worker = new WorkerState();

        MapCursor(
                PipelineStage<T> below,
                Mapper<? super T, ? extends R> mapper,
                PipelineRun run,
                long epoch,
                StateReader state) {
            input = PositionedElement.open(below, run, epoch, state);
            this.mapper = mapper;
        }

        @Override
        public boolean advance() {
            if (!input.advance()) {
                return false;
            }
            var placed = input.value();
            worker.at(placed.epoch(), placed.index());
            try {
                give(mapper.apply(placed.element(), worker));
            } catch (RuntimeException failure) {
                throw ElementFailure.at(worker, failure);
            }
            return true;
        }

        @Override
        public void save(StateWriter state) {
            input.save(state);
        }

        @Override
        public void close() {
            try (worker) {
                input.close();
            }
        }
    }
}
