package dev.stoker.core.random;

/** The window of a shuffle that moves elements only a little: each is picked at random from the next {@code elements}. */
public record ShuffleWindow(int elements) {
    public ShuffleWindow {
        if (elements < 1) {
            throw new IllegalArgumentException("a window holds at least 1 element, got " + elements);
        }
    }
}
