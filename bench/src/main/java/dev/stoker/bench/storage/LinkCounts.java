package dev.stoker.bench.storage;

/** What crossed a link so far: for the difference of two times. */
final class LinkCounts {
    /** Requests that were answered, bytes of answers, and the sum of the times that answers took. */
    record Totals(long requests, long bytes, long answerNanos, long nanos) {
        Totals since(Totals earlier) {
            return new Totals(
                    requests - earlier.requests,
                    bytes - earlier.bytes,
                    answerNanos - earlier.answerNanos,
                    nanos - earlier.nanos);
        }

        double requestsPerSecond() {
            return requests * 1e9 / nanos;
        }

        double bytesPerSecond() {
            return bytes * 1e9 / nanos;
        }

        /** On average, by Little's law. */
        double inFlight() {
            return answerNanos / (double) nanos;
        }
    }

    private long requests;
    private long bytes;
    private long answerNanos;

    synchronized void passed(int count) {
        bytes += count;
    }

    synchronized void answered(long nanos) {
        requests++;
        answerNanos += nanos;
    }

    synchronized Totals totals() {
        return new Totals(requests, bytes, answerNanos, System.nanoTime());
    }
}
