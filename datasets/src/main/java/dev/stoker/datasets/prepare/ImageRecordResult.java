package dev.stoker.datasets.prepare;

/** What became of an image. */
sealed interface ImageRecordResult {
    SourceImage item();

    /** A record to write, and whether crops of the image can be decoded alone. */
    record Stored(SourceImage item, byte[] example, boolean cropReady) implements ImageRecordResult {}

    /** No image comes of the file. */
    record Corrupt(SourceImage item, String reason) implements ImageRecordResult {}
}
