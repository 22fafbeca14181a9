package dev.stoker.bench.internal.format;

/** A damaged file was accepted, and what was read is not what it holds. */
public final class WrongResultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public WrongResultException(String message) {
        super(message);
    }

    static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new WrongResultException(otherwise);
        }
    }
}
