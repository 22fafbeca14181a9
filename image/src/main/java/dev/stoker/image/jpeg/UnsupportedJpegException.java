package dev.stoker.image.jpeg;

/** A file that stays as it is: of a kind that is not rewritten, or not sound. It is expected, so it has no stack trace. */
final class UnsupportedJpegException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnsupportedJpegException(String reason) {
        super(reason, null, false, false);
    }
}
