package dev.stoker.datasets.fetch;

/** A download from one origin failed; the next origin is tried. The message is the reason. */
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
