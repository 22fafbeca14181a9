package dev.stoker.datasets.prepare;

/** What became of a picture. */
sealed interface Outcome {
    Item item();

    /** A record to write, and whether crops of the picture can be decoded alone. */
    record Stored(Item item, byte[] example, boolean cropReady) implements Outcome {}

    /** No picture comes of the file. */
    record Corrupt(Item item, String reason) implements Outcome {}
}
