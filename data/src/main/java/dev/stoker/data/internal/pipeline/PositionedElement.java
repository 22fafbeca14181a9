package dev.stoker.data.internal.pipeline;

/** An element with the position that it was read at. */
public record PositionedElement<T>(T element, long epoch, long index) {

    /** Opens a stage; elements of a stream are numbered as they come. */
    public static <T> Cursor<PositionedElement<T>> open(
            PipelineStage<T> stage, PipelineRun run, long epoch, StateReader state) {
        return OneToMany.of(stage)
                .<Cursor<PositionedElement<T>>>map(oneToMany -> oneToMany
                        .<PositionedElement<T>>then((element, worker, outputs) ->
                                outputs.add(new PositionedElement<>(element, worker.epoch(), worker.index())))
                        .open(run, epoch, state))
                .orElseGet(() -> new NumberingCursor<>(state.next(), stage.open(run, epoch, state), epoch));
    }

    /** Numbers elements as they come. */
    private static final class NumberingCursor<T> extends SimpleCursor<PositionedElement<T>> {
        private final Cursor<T> input;
        private final long epoch;
        private long position;

        NumberingCursor(long position, Cursor<T> input, long epoch) {
            this.position = position;
            this.input = input;
            this.epoch = epoch;
        }

        @Override
        public boolean advance() {
            if (!input.advance()) {
                return false;
            }
            give(new PositionedElement<>(input.value(), epoch, position++));
            return true;
        }

        @Override
        public void save(StateWriter state) {
            state.add(position);
            input.save(state);
        }

        @Override
        public void close() {
            input.close();
        }
    }
}
