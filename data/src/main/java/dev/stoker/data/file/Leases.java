package dev.stoker.data.file;

/**
 * Counts the readers of files that are shared between threads. When the last one is done the files are closed, so that they
 * are open only while they are read, however many iterations there are and whichever ends last.
 */
public final class Leases {
    private final Runnable rest;
    private int count;

    public Leases(Runnable rest) {
        this.rest = rest;
    }

    /** One more reader, until it is closed. */
    public synchronized Lease take() {
        count++;
        return new Lease();
    }

    private synchronized void giveBack() {
        count--;
        if (count == 0) {
            rest.run();
        }
    }

    /** One reader. */
    public final class Lease implements AutoCloseable {
        private boolean returned;

        private Lease() {}

        @Override
        public void close() {
            if (!returned) {
                returned = true;
                giveBack();
            }
        }
    }
}
