package dev.stoker.core;

/** One piece of data is damaged; the pieces around it may be sound, so a reader may be told to skip it. */
public class CorruptDataException extends StokerException {
    private static final long serialVersionUID = 1L;

    public CorruptDataException(String message) {
        super(message);
    }

    public CorruptDataException(String message, Throwable cause) {
        super(message, cause);
    }
}
