package dev.stoker.train.step;

import dev.stoker.core.StokerException;

/** A device has too little memory, and smaller micro-batches would not help or are not allowed. */
public final class DeviceOutOfMemoryException extends StokerException {
    private static final long serialVersionUID = 1L;

    public DeviceOutOfMemoryException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public DeviceOutOfMemoryException about(String... keys) {
        super.about(keys);
        return this;
    }
}
