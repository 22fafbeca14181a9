package dev.stoker.image;

import dev.stoker.core.CorruptDataException;

/**
 * Encoded bytes that cannot be made into the image they claim to be. The bytes do not know where they came from: who
 * does puts the name in front of the message, and whoever skips bad samples catches this.
 */
public final class InvalidImageException extends CorruptDataException {
    private static final long serialVersionUID = 1L;

    public InvalidImageException(String message) {
        super(message);
    }

    public InvalidImageException(String message, Throwable cause) {
        super(message, cause);
    }
}
