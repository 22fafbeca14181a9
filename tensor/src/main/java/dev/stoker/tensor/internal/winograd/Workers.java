package dev.stoker.tensor.internal.winograd;

import java.util.stream.IntStream;

/** So many threads, the caller among them, which share work in equal parts: who does what does not change from call to call. */
record Workers(int count) {
    static final Workers ONE = new Workers(1);

    /** A range of what there is to do. */
    @FunctionalInterface
    interface Part {
        void run(int from, int to);
    }

    /** Divides {@code total} into parts of whole units. */
    void share(int total, int unit, Part part) {
        int units = Math.ceilDiv(total, unit);
        each(worker -> {
            int from = Math.min(total, units * worker / count * unit);
            int to = Math.min(total, units * (worker + 1) / count * unit);
            if (from < to) {
                part.run(from, to);
            }
        });
    }

    @FunctionalInterface
    interface Task {
        void run(int worker);
    }

    void each(Task task) {
        if (count == 1) {
            task.run(0);
        } else {
            // The caller does what no thread of the common pool has begun.
            IntStream.range(0, count).parallel().forEach(task::run);
        }
    }
}
