package dev.stoker.data;

import java.util.List;

/** {@code ordered}: whether elements wait for those before them, or come out as they are ready. */
record OrderedNode<T>(Node<T> input, boolean ordered) implements Node<T> {
    @Override
    public Stage<T> compile(Compilation compilation) {
        var below = input.compile(compilation);
        if (ordered) {
            return compilation.noted(this, "as it is anyway", below);
        }
        var division = Division.of(input, "wait with another division for the end of the epoch");
        Streamed<T> stage = (run, epoch, state) -> {
            division.check(state);
            return new Passing<>(below.open(run.unordered(), epoch, state), division);
        };
        return compilation.noted(this, "first ready, first out", stage);
    }

    @Override
    public String title() {
        return ordered ? "ordered" : "unordered";
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    /** Every rank has its own order, so a state belongs to one division. */
    private static final class Passing<T> extends PassingCursor<T> {
        private final Division division;

        Passing(Cursor<T> input, Division division) {
            super(input);
            this.division = division;
        }

        @Override
        public boolean advance() {
            return input().advance();
        }

        @Override
        public void save(StateWriter state) {
            division.save(state);
            super.save(state);
        }
    }
}
