package dev.stoker.cli.internal.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Ends this process with the one that started it. Standard input of such a child is a pipe: it ends when the parent does,
 * however that happens. Checkpoints appear by rename, so nothing is damaged. A line in it asks the child to stop, where the
 * parent is on another host and cannot send a signal.
 */
public final class ParentWatch {
    /** As if by SIGTERM. */
    private static final int EXIT_CODE = 143;

    /** Names a temporary file of the parent. */
    private static final String RUN_FILE = "STOKER_RUN_FILE";

    private ParentWatch() {}

    /**
     * A terminal sends SIGINT to all processes of a command, and SIGHUP when it goes away; the parent decides, and passes them on
     * as SIGTERM.
     */
    public static void start() {
        Signals.ignore("INT");
        Signals.ignore("HUP");
        Thread.ofPlatform().daemon().name("parent watch").start(() -> await(System.in));
    }

    private static void await(InputStream lifeline) {
        try {
            for (int read = lifeline.read(); read >= 0; read = lifeline.read()) {
                if (read == '\n') {
                    Kill.send(ProcessHandle.current().pid(), "TERM");
                }
            }
        } catch (IOException _) {
            // the same as its end
        }
        deleteRunFile();
        AbruptExit.with(EXIT_CODE);
    }

    /** Nobody else does, where the parent was killed. */
    private static void deleteRunFile() {
        String file = System.getenv(RUN_FILE);
        if (file != null) {
            try {
                Files.deleteIfExists(Path.of(file));
            } catch (IOException _) {
                // a few bytes stay in the folder for temporary files
            }
        }
    }
}
