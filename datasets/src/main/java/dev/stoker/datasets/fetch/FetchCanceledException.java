package dev.stoker.datasets.fetch;

/** The user canceled the download; what has arrived is kept for the next run. */
final class FetchCanceledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FetchCanceledException() {
        super("canceled", null, false, false);
    }
}
