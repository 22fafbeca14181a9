package dev.stoker.image;

import dev.stoker.core.CorruptDataException;

/**
 * Encoded bytes that are not a valid image. The message does not name the file, which the decoder does not know: the caller
 * prepends it, or catches this exception to skip the sample.
 */
public sealed class InvalidImageException extends CorruptDataException permits DamagedImageException {
    private static final long serialVersionUID = 1L;

    public InvalidImageException(String message) {
        super(message);
    }

    public InvalidImageException(String message, Throwable cause) {
        super(message, cause);
    }
}
