package dev.stoker.image;

/** An image that decoders accept, though pixels are missing or wrong. */
public final class DamagedImageException extends InvalidImageException {
    private static final long serialVersionUID = 1L;

    public DamagedImageException(String message) {
        super(message);
    }
}
