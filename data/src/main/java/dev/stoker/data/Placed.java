package dev.stoker.data;

/** An element with the place that it was read at. */
record Placed<T>(T element, long epoch, long index) {

    /** Opens a stage; elements of a stream are numbered as they come. */
    static <T> Cursor<Placed<T>> open(Stage<T> stage, Run run, long epoch, StateReader state) {
        return Sifted.of(stage)
                .<Cursor<Placed<T>>>map(sifted -> sifted.<Placed<T>>then((element, worker, outputs) ->
                                outputs.add(new Placed<>(element, worker.epoch(), worker.index())))
                        .open(run, epoch, state))
                .orElseGet(() -> new Numbered<>(state.next(), stage.open(run, epoch, state), epoch));
    }

    /** Counts. */
    private static final class Numbered<T> extends SimpleCursor<Placed<T>> {
        private final Cursor<T> input;
        private final long epoch;
        private long walked;

        Numbered(long walked, Cursor<T> input, long epoch) {
            this.walked = walked;
            this.input = input;
            this.epoch = epoch;
        }

        @Override
        public boolean advance() {
            if (!input.advance()) {
                return false;
            }
            give(new Placed<>(input.value(), epoch, walked++));
            return true;
        }

        @Override
        public void save(StateWriter state) {
            state.add(walked);
            input.save(state);
        }

        @Override
        public void close() {
            input.close();
        }
    }
}
