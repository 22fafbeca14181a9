package dev.stoker.distribute.launch;

/**
 * The first rank of a launch that ended with a failure.
 *
 * @param said its last line on standard error; may be empty
 * @param remote whether ssh started it
 */
public record FailedRank(Rank rank, int exitCode, String said, boolean remote) {
    private static final int SIGNAL_OFFSET = 128;
    private static final int KILL = 9;
    private static final int LAST_SIGNAL = 64;

    public String sentence() {
        String lastLine = said.replaceFirst("^stoker: ", "");
        return "%s %s%s".formatted(rank, end(), lastLine.isEmpty() ? "" : ": " + lastLine);
    }

    private String end() {
        int signal = exitCode - SIGNAL_OFFSET;
        if (remote && exitCode == RemoteHost.NO_CONNECTION) {
            return "lost its connection (ssh ended with exit code %d)".formatted(exitCode);
        }
        if (signal == KILL) {
            return "was killed (exit code %d), as the kernel does when memory runs out".formatted(exitCode);
        }
        return signal > 0 && signal <= LAST_SIGNAL
                ? "was ended by signal %d (exit code %d)".formatted(signal, exitCode)
                : "ended with exit code %d".formatted(exitCode);
    }

    /** What the launch ends with: a lost connection is no fault of Stoker. */
    int launchExitCode() {
        return remote && exitCode == RemoteHost.NO_CONNECTION ? 2 : exitCode;
    }
}
