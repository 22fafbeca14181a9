package dev.stoker.datasets.fetch;

/** An origin did not deliver; the next one may. The message is the reason, for people. */
final class OriginException extends Exception {
    private static final long serialVersionUID = 1L;

    OriginException(String reason) {
        super(reason);
    }

    OriginException(String reason, Throwable cause) {
        super(reason, cause);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
