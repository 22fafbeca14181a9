package dev.stoker.train.step;

import dev.stoker.core.StokerException;

/** A device has too little memory, and a step in smaller parts would not help or was not asked for. */
public final class DeviceOutOfMemoryException extends StokerException {
    private static final long serialVersionUID = 1L;

    public DeviceOutOfMemoryException(String message, Throwable cause) {
        super(message, cause);
    }
}
