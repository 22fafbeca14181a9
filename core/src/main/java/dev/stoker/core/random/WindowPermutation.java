package dev.stoker.core.random;

/**
 * The order of a window shuffle: each number is picked at random from the next {@code window} that have not been picked. It is
 * computed as a whole, 4 bytes per number, so that any position is known without those before it.
 */
public final class WindowPermutation {
    private final int[] order;

    public WindowPermutation(int size, int window, Seed seed) {
        if (size < 0 || window < 1) {
            throw new IllegalArgumentException(
                    "a window shuffle needs a size of at least 0 and a window of at least 1, got %d and %d"
                            .formatted(size, window));
        }
        order = new int[size];
        var random = new SeededRandom(seed);
        int[] held = new int[Math.min(window, size)];
        int filled = 0;
        int next = 0;
        for (int i = 0; i < size; i++) {
            while (filled < held.length && next < size) {
                held[filled++] = next++;
            }
            int chosen = random.nextInt(filled);
            order[i] = held[chosen];
            held[chosen] = held[--filled];
        }
    }

    /** The number at a position. */
    public long at(long position) {
        return order[(int) position];
    }
}
