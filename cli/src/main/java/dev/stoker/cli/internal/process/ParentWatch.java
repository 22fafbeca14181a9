package dev.stoker.cli.internal.process;

import java.io.IOException;
import java.io.InputStream;

/**
 * Ends this process with the one that started it. Standard input of such a child is a pipe that carries nothing: it ends when
 * the parent does, however that happens. Checkpoints appear by rename, so nothing is damaged.
 */
public final class ParentWatch {
    /** As if by SIGTERM. */
    private static final int EXIT_CODE = 143;

    private ParentWatch() {}

    /** A terminal sends SIGINT to all processes of a command; the parent decides, and passes it on as SIGTERM. */
    public static void start() {
        Signals.ignore("INT");
        Thread.ofPlatform().daemon().name("parent watch").start(() -> await(System.in));
    }

    private static void await(InputStream lifeline) {
        try {
            while (lifeline.read() >= 0) {
                // nothing is sent
            }
        } catch (IOException _) {
            // the same as its end
        }
        AbruptExit.with(EXIT_CODE);
    }
}
