package dev.stoker.job;

import dev.stoker.core.StokerException;
import dev.stoker.tensor.cuda.DeviceMemory;
import java.util.List;
import java.util.Locale;

/** Another Stoker did not get to its result. */
public final class ChildRunException extends StokerException {
    /** Why. */
    public enum Reason {
        /** This process asked for it. */
        STOPPED,
        /** The device or the host had too little memory. */
        OUT_OF_MEMORY,
        FAILED
    }

    private static final long serialVersionUID = 1L;

    /** SIGKILL, which the kernel sends when memory runs out. */
    private static final int KILLED = 137;

    private final Reason reason;
    private final int exitCode;
    private final transient List<String> lastErrors;

    private ChildRunException(String message, Reason reason, int exitCode, List<String> lastErrors) {
        super(message);
        this.reason = reason;
        this.exitCode = exitCode;
        this.lastErrors = List.copyOf(lastErrors);
    }

    static ChildRunException of(ChildCommand command, int exitCode, boolean stopped, List<String> lastErrors) {
        var reason = stopped ? Reason.STOPPED : reason(exitCode, lastErrors);
        String sentence = "`%s` %s".formatted(command, text(reason, exitCode, lastErrors));
        return new ChildRunException(sentence, reason, exitCode, lastErrors);
    }

    /** It ended well, but not with a JSON object. */
    static ChildRunException withoutResult(ChildCommand command, String problem, List<String> lastErrors) {
        return new ChildRunException(
                "`%s` ended without a result (%s); --json makes it print one".formatted(command, problem),
                Reason.FAILED,
                0,
                lastErrors);
    }

    private static Reason reason(int exitCode, List<String> lastErrors) {
        return exitCode == KILLED || lastErrors.stream().anyMatch(ChildRunException::isAboutMemory)
                ? Reason.OUT_OF_MEMORY
                : Reason.FAILED;
    }

    private static boolean isAboutMemory(String line) {
        String lower = line.toLowerCase(Locale.ROOT);
        return DeviceMemory.saysOutOfMemory(line)
                || lower.contains("too little memory")
                || lower.contains("ran out of heap memory")
                || lower.contains("memory ran out")
                || lower.contains("outofmemoryerror");
    }

    private static String text(Reason reason, int exitCode, List<String> lastErrors) {
        if (reason == Reason.STOPPED) {
            return "was stopped";
        }
        if (exitCode == KILLED) {
            return "was killed (exit code 137), as the kernel does when memory runs out";
        }
        return "ended with exit code %d%s".formatted(exitCode, lastErrors.isEmpty() ? "" : ": " + sentence(lastErrors));
    }

    /** What Stoker says at its end, or whatever came last. */
    private static String sentence(List<String> lastErrors) {
        String prefix = "stoker: ";
        return lastErrors.reversed().stream()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()))
                .findFirst()
                .orElse(lastErrors.getLast());
    }

    public Reason reason() {
        return reason;
    }

    public int exitCode() {
        return exitCode;
    }

    /** The last lines that it wrote to standard error. */
    public List<String> lastErrors() {
        return lastErrors;
    }

    /** What it said itself, without its command line. */
    public String said() {
        return text(reason, exitCode, lastErrors).replaceFirst("^ended with exit code \\d+: ", "");
    }
}
