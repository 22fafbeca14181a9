package dev.stoker.distribute.launch;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A rank that was started, here or through ssh. Its standard input is a pipe: it ends when this process does, however that
 * happens, and a rank ends with it. Through ssh, which passes no signals on, a line in it asks the rank to stop.
 */
final class RankProcess implements AutoCloseable {
    private static final byte[] STOP = "stop\n".getBytes(StandardCharsets.UTF_8);

    private final Rank rank;
    private final boolean remote;
    private final Process process;
    private final RankOutput output;

    private RankProcess(Rank rank, boolean remote, Process process, RankOutput output) {
        this.rank = rank;
        this.remote = remote;
        this.process = process;
        this.output = output;
    }

    /** On this host, with variables besides those of this process. */
    static RankProcess local(Rank rank, List<String> words, Map<String, String> variables, RankOutput output) {
        var builder = new ProcessBuilder(words);
        builder.environment().putAll(variables);
        return new RankProcess(rank, false, started(builder, output), output);
    }

    /** On another host; the words start ssh. */
    static RankProcess remote(Rank rank, List<String> words, RankOutput output) {
        return new RankProcess(rank, true, started(new ProcessBuilder(words), output), output);
    }

    private static Process started(ProcessBuilder builder, RankOutput output) {
        output.redirect(builder);
        try {
            var process = builder.start();
            output.follow(process);
            return process;
        } catch (IOException failure) {
            output.close();
            throw new StokerException(
                    "cannot start %s (%s); make sure that it is installed and may be executed"
                            .formatted(builder.command().getFirst(), AtomicFile.reason(failure)),
                    failure);
        }
    }

    Rank rank() {
        return rank;
    }

    /** Calls back on another thread when it has ended. */
    void whenEnded(Runnable action) {
        var _ = process.onExit().thenRun(action);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Of a process that has ended. */
    FailedRank failure() {
        output.close();
        return new FailedRank(rank, process.exitValue(), output.lastLine(), remote);
    }

    boolean hasFailed() {
        return !process.isAlive() && process.exitValue() != 0;
    }

    /** Asks it to save what it has and to end, as SIGTERM does. */
    void stop() {
        if (!remote) {
            process.toHandle().destroy(); // that of the process closes its streams too, and then a rank quits at once
            return;
        }
        try {
            process.getOutputStream().write(STOP);
            process.getOutputStream().flush();
        } catch (IOException _) {
            // It has ended.
        }
    }

    /** Ends it at once, and what it has started; on another host the rank sees the end of its standard input. */
    void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
        boolean interrupted = Thread.interrupted(); // a killed process is gone in a moment, and must not be left behind
        try {
            boolean _ = process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            interrupted = true;
        }
        output.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
