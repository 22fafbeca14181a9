package dev.stoker.data;

/** What an iteration may use: threads that compute, and tasks that may be finished before they are asked for. */
public record Resources(int workers, int tasksAhead) {
    public Resources {
        if (workers < 1 || tasksAhead < 1) {
            throw new IllegalArgumentException(
                    "workers and tasks ahead must be at least 1, got %d and %d".formatted(workers, tasksAhead));
        }
    }

    public static Resources workers(int workers) {
        return new Resources(workers, 2 * workers + 2);
    }
}
