package dev.stoker.core;

import java.util.Optional;

/** Hears how a long piece of work gets on: one step after the other, each with an amount that grows. */
public interface ProgressReporter {
    /** A step begins; {@code total} is how much it will go through, where that is known. */
    void step(String title, Optional<Bytes> total);

    /** How much of the step is done; what was done in an earlier run counts. */
    void reached(Bytes done);

    /** Something worth a line of its own. */
    void say(String line);

    static ProgressReporter silent() {
        return new ProgressReporter() {
            @Override
            public void step(String title, Optional<Bytes> total) {}

            @Override
            public void reached(Bytes done) {}

            @Override
            public void say(String line) {}
        };
    }
}
