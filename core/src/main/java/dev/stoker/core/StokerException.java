package dev.stoker.core;

/**
 * Something outside the program is wrong, and the message says what, the value, where, and the remedy. The command line
 * prints the message alone and exits with code 2; anything else that escapes is a defect of Stoker itself.
 */
public class StokerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StokerException(String message) {
        super(message);
    }

    public StokerException(String message, Throwable cause) {
        super(message, cause);
    }
}
