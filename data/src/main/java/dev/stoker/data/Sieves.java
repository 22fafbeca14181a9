package dev.stoker.data;

/** How filters and flat maps are compiled. */
final class Sieves {
    private Sieves() {}

    static <T, R> Stage<R> compile(Node<R> node, Node<T> input, Compilation compilation, Sifted.Sieve<T, R> sieve) {
        var below = input.compile(compilation);
        var byIndex = Sifted.of(below);
        var division = Division.of(input, "put %s before shard and batch".formatted(node.title()));
        if (compilation.may(Optimisation.FUSE_MAPS) && byIndex.isPresent()) {
            return compilation.noted(
                    node, "in the task that reads the element", byIndex.get().then(sieve, division));
        }
        Streamed<R> stage = (run, epoch, state) -> new Sifting<>(run, epoch, state, below, sieve, division);
        return compilation.noted(node, "on the consumer's thread", stage);
    }

    /** Sifts as it walks; what it saves is the input before the current one, and what that has given. */
    private static final class Sifting<T, R> extends SimpleCursor<R> {
        private final Cursor<T> input;
        private final Sifted.Sieve<T, R> sieve;
        private final Division division;
        private final Worker worker = new Worker();
        private DataState before;
        private Outputs<R> outputs = new Outputs<>();
        private int given;

        Sifting(Run run, long epoch, StateReader state, Stage<T> below, Sifted.Sieve<T, R> sieve, Division division) {
            this.division = division;
            division.check(state);
            int skipped = (int) state.next();
            input = below.open(run, epoch, state);
            this.sieve = sieve;
            before = saved();
            worker.at(epoch, 0);
            if (skipped > 0 && sift()) {
                given = skipped;
            }
        }

        private DataState saved() {
            var writer = new StateWriter();
            input.save(writer);
            return writer.state();
        }

        private boolean sift() {
            before = saved();
            outputs = new Outputs<>();
            given = 0;
            if (!input.advance()) {
                return false;
            }
            sieve.apply(input.value(), worker, outputs);
            return true;
        }

        @Override
        public boolean advance() {
            while (given >= outputs.size()) {
                if (!sift()) {
                    return false;
                }
            }
            give(outputs.value(given++));
            return true;
        }

        @Override
        public void save(StateWriter state) {
            boolean usedUp = given >= outputs.size();
            division.save(state);
            state.add(usedUp ? 0 : given);
            (usedUp ? saved() : before).numbers().forEach(state::add);
        }

        @Override
        public void close() {
            try (worker) {
                input.close();
            }
        }
    }
}
