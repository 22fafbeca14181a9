package dev.stoker.image.jpeg;

/** A file that cannot be rewritten: an unsupported kind, or corrupt. It is expected, so it has no stack trace. */
class UnsupportedJpegException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnsupportedJpegException(String reason) {
        super(reason, null, false, false);
    }
}
