package dev.stoker.datasets.internal.unpack;

import dev.stoker.core.StokerException;

/** An archive is corrupt or malicious; another copy of it may be fine. */
public final class BadArchiveException extends StokerException {
    private static final long serialVersionUID = 1L;

    BadArchiveException(String message) {
        super(message);
    }

    BadArchiveException(String message, Throwable cause) {
        super(message, cause);
    }
}
