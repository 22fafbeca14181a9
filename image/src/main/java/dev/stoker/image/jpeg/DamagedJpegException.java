package dev.stoker.image.jpeg;

/** The entropy-coded data is damaged, so that pixels are missing or wrong, whatever decodes it. */
final class DamagedJpegException extends UnsupportedJpegException {
    private static final long serialVersionUID = 1L;

    DamagedJpegException(String reason) {
        super(reason);
    }
}
