package dev.stoker.train.internal.step;

import dev.stoker.train.internal.input.DeviceInput;
import java.util.Optional;
import java.util.OptionalInt;

/** Operator by operator, for a reason. */
record EagerExecution(Runnable step, String why) implements StepExecution {
    @Override
    public void run(DeviceInput input) {
        StepExecution.runWithFewTrials(input, step);
    }

    @Override
    public boolean mayBeCaptured() {
        return false;
    }

    @Override
    public boolean isCaptured(DeviceInput input) {
        return false;
    }

    @Override
    public boolean isCaptured() {
        return false;
    }

    @Override
    public OptionalInt capturedPartialBatch() {
        return OptionalInt.empty();
    }

    @Override
    public Optional<String> whyEager() {
        return Optional.of(why);
    }

    @Override
    public void replay() {
        throw new IllegalStateException("no step is captured: " + why);
    }

    @Override
    public void discard() {
        // There are no graphs.
    }

    @Override
    public void close() {
        // There are no graphs.
    }
}
