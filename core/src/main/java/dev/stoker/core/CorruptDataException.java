package dev.stoker.core;

/** One piece of data is corrupt; those around it may be valid, so that a reader can skip it. */
public class CorruptDataException extends StokerException {
    private static final long serialVersionUID = 1L;

    public CorruptDataException(String message) {
        super(message);
    }

    public CorruptDataException(String message, Throwable cause) {
        super(message, cause);
    }
}
