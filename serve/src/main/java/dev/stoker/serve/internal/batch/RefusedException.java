package dev.stoker.serve.internal.batch;

import dev.stoker.core.StokerException;

/** A request that is not answered; the message says why, and the status is that of HTTP. */
public final class RefusedException extends StokerException {
    private static final long serialVersionUID = 1L;

    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int TOO_SLOW = 408;
    private static final int TOO_LARGE = 413;
    private static final int TOO_MANY = 429;
    private static final int UNAVAILABLE = 503;
    private static final int TIMEOUT = 504;

    private final int status;

    private RefusedException(int status, String sentence) {
        super(sentence);
        this.status = status;
    }

    public static RefusedException invalid(String sentence) {
        return new RefusedException(BAD_REQUEST, sentence);
    }

    public static RefusedException unknown(String sentence) {
        return new RefusedException(NOT_FOUND, sentence);
    }

    public static RefusedException tooSlow(String sentence) {
        return new RefusedException(TOO_SLOW, sentence);
    }

    public static RefusedException tooLarge(String sentence) {
        return new RefusedException(TOO_LARGE, sentence);
    }

    public static RefusedException tooMany(String sentence) {
        return new RefusedException(TOO_MANY, sentence);
    }

    /** It could not be answered in time, which is known before any work. */
    public static RefusedException unavailable(String sentence) {
        return new RefusedException(UNAVAILABLE, sentence);
    }

    public static RefusedException expired() {
        return new RefusedException(TIMEOUT, "the deadline passed before the answer was computed");
    }

    public int status() {
        return status;
    }

    /** Whether the same request may succeed later. */
    public boolean isTemporary() {
        return status == TOO_MANY || status == UNAVAILABLE;
    }
}
