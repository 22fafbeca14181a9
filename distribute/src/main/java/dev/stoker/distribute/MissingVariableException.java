package dev.stoker.distribute;

import dev.stoker.core.StokerException;

/** Some variables of a launcher are set and others are not; those of another launcher may still be complete. */
final class MissingVariableException extends StokerException {
    private static final long serialVersionUID = 1L;

    MissingVariableException(String message) {
        super(message);
    }
}
