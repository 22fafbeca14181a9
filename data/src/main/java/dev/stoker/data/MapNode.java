package dev.stoker.data;

import java.util.List;

/** {@code map}: one element becomes one other. */
record MapNode<T, R>(Node<T> input, Mapper<? super T, ? extends R> mapper) implements Node<R> {
    @Override
    public Stage<R> compile(Compilation compilation) {
        var below = input.compile(compilation);
        if (compilation.may(Optimisation.FUSE_MAPS)) {
            if (below instanceof Indexed<T> indexed) {
                return compilation.noted(
                        this, "in the task that reads the element", fused(indexed, compilation.stageName(title())));
            }
            if (below instanceof Sifted<T> sifted) {
                return compilation.noted(
                        this,
                        "in the task that sifts",
                        sifted.then((element, worker, outputs) -> outputs.add(mapper.apply(element, worker))));
            }
        }
        Streamed<R> stage = (run, epoch, state) -> new Mapped<>(below, mapper, run, epoch, state);
        return compilation.noted(this, "on the consumer's thread", stage);
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
            public R at(long epoch, long index, Worker worker) {
                T element = below.at(epoch, index, worker);
                return worker.isTimed() ? timed(element, worker) : mapper.apply(element, worker);
            }

            private R timed(T element, Worker worker) {
                long start = worker.start();
                R mapped = mapper.apply(element, worker);
                worker.done(stage, start);
                return mapped;
            }

            @Override
            public void warm(long epoch, long index, Worker worker) {
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
    private static final class Mapped<T, R> extends SimpleCursor<R> {
        private final Cursor<Placed<T>> input;
        private final Mapper<? super T, ? extends R> mapper;
        private final Worker worker = new Worker();

        Mapped(Stage<T> below, Mapper<? super T, ? extends R> mapper, Run run, long epoch, StateReader state) {
            input = Placed.open(below, run, epoch, state);
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
                throw ElementException.at(worker, failure);
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
