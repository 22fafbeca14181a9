package dev.stoker.data.record;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/** Work on files that an interrupt must not break: FileChannels close themselves in an interrupted thread. */
final class Uninterrupted {

    /** Work that may be started over. */
    @FunctionalInterface
    interface Work {
        void run() throws IOException;
    }

    private Uninterrupted() {}

    /** Does the work to its end; the thread is interrupted again afterwards. */
    static void run(Work work) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    work.run();
                    return;
                } catch (ClosedByInterruptException _) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
