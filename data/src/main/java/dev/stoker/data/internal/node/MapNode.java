package dev.stoker.data.internal.node;

import dev.stoker.core.random.Seed;
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
import dev.stoker.data.storage.StorageRequests;
import java.util.List;
import java.util.Optional;

/** {@code map} and, with a seed, {@code randomMap}: each element becomes another one. */
public record MapNode<T, R>(Node<T> input, Mapper<? super T, ? extends R> mapper, Optional<Seed> seed)
        implements Node<R> {
    @Override
    public PipelineStage<R> compile(Compilation compilation) {
        var below = input.compile(compilation);
        if (compilation.allows(PipelineOptimization.FUSE_MAPS)) {
            if (below instanceof Indexed<T> indexed) {
                return compilation.annotated(
                        this, "in the task that reads the element", fused(indexed, compilation.stageName(title())));
            }
            if (below instanceof OneToMany<T> oneToMany) {
                return compilation.annotated(
                        this,
                        "in the task of the step before",
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
            public void prefetch(long epoch, long index, WorkerState worker) {
                below.prefetch(epoch, index, worker);
            }

            @Override
            public void expect(long epoch, long index) {
                below.expect(epoch, index);
            }

            @Override
            public boolean isRemote() {
                return below.isRemote();
            }

            @Override
            public List<StorageRequests> requests() {
                return below.requests();
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
        return seed.isPresent() ? "randomMap" : "map";
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    /** Maps elements one after the other; those of a random access stage keep the position that they were read at. */
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
            var positioned = input.value();
            worker.at(positioned.epoch(), positioned.index());
            try {
                give(mapper.apply(positioned.element(), worker));
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
