package dev.stoker.train;

import dev.stoker.core.StokerException;

/** A device has too little memory, and a step in smaller parts would not help or was not asked for. */
public final class OutOfMemoryException extends StokerException {
    private static final long serialVersionUID = 1L;

    OutOfMemoryException(String message, Throwable cause) {
        super(message, cause);
    }
}
