package dev.stoker.datasets.prepare;

import java.util.Optional;

/** The result of encoding an image. */
sealed interface ImageRecordResult {
    SourceImage image();

    /**
     * A record to write.
     *
     * @param cropReady whether crops of the image can be decoded alone
     * @param damage of the file, if it is damaged
     */
    record Stored(SourceImage image, byte[] example, boolean cropReady, Optional<String> damage)
            implements ImageRecordResult {}

    /** The file is an image with missing or wrong pixels, and left out. */
    record Damaged(SourceImage image, String reason) implements ImageRecordResult {}

    /** The file is not a readable image. */
    record Corrupt(SourceImage image, String reason) implements ImageRecordResult {}
}
