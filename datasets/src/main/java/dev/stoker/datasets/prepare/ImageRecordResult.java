package dev.stoker.datasets.prepare;

/** The result of encoding an image. */
sealed interface ImageRecordResult {
    SourceImage image();

    /** A record to write, and whether crops of the image can be decoded alone. */
    record Stored(SourceImage image, byte[] example, boolean cropReady) implements ImageRecordResult {}

    /** The file is not a readable image. */
    record Corrupt(SourceImage image, String reason) implements ImageRecordResult {}
}
