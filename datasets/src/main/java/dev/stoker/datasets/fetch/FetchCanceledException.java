package dev.stoker.datasets.fetch;

/** The user asked to stop; what has been fetched stays for the next time. */
final class FetchCanceledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FetchCanceledException() {
        super("stopped", null, false, false);
    }
}
