package dev.stoker.core;

import java.util.Optional;

/** Receives the progress of a long task: steps in sequence, each with an amount that grows. */
public interface ProgressReporter {
    /** A step starts; {@code total} is its amount, where that is known. */
    void begin(String title, Optional<Bytes> total);

    /** The amount that is done, including that of an earlier run. */
    void progress(Bytes done);

    /** A message for a line of its own. */
    void message(String line);

    static ProgressReporter silent() {
        return new ProgressReporter() {
            @Override
            public void begin(String title, Optional<Bytes> total) {}

            @Override
            public void progress(Bytes done) {}

            @Override
            public void message(String line) {}
        };
    }
}
