package dev.stoker.data;

/** Waiting for threads that have been told to stop. */
final class Threads {
    private Threads() {}

    /** Waits however often it is interrupted, and leaves the thread interrupted then. */
    static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
