package dev.stoker.core;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An error of the JVM as a sentence with its remedy: memory, threads, open files or native libraries that it could not
 * get. The exit code is 2 for what the user can change and 1 for a bug.
 */
public record JvmFailure(String sentence, int exitCode) {
    private static final int USER = 2;
    private static final int BUG = 1;
    private static final int DEPTH = 20;

    /** The error that a failure is or comes of; empty where it comes of none. */
    public static Optional<JvmFailure> of(Throwable failure) {
        var causes = Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .limit(DEPTH)
                .toList();
        // A class that cannot be linked for want of memory is no incomplete installation.
        return first(causes, VirtualMachineError.class)
                .or(() -> first(causes, LinkageError.class))
                .map(JvmFailure::ofError);
    }

    private static Optional<Error> first(List<Throwable> causes, Class<? extends Error> kind) {
        return causes.stream().filter(kind::isInstance).<Error>map(kind::cast).findFirst();
    }

    public static JvmFailure ofError(Error error) {
        return switch (error) {
            case OutOfMemoryError memory -> ofMemory(String.valueOf(memory.getMessage()));
            case StackOverflowError _ ->
                new JvmFailure(
                        "something is nested too deeply for the stack of a thread; allow more with"
                                + " STOKER_JAVA_OPTS=-Xss8m, and report it if that does not help",
                        BUG);
            case LinkageError _
            when tooManyOpenFiles() ->
                new JvmFailure(
                        "too many open files: classes and libraries cannot be loaded; raise the limit, for example"
                                + " with `ulimit -n 1024`",
                        USER);
            case UnsatisfiedLinkError library -> ofLibrary(library);
            case ExceptionInInitializerError setUp when setUp.getCause() instanceof Error cause -> ofError(cause);
            case NoClassDefFoundError missing ->
                new JvmFailure(
                        "a class cannot be loaded (%s): the installation is incomplete or was replaced while running; build it again, or run with --debug"
                                .formatted(missing.getMessage()),
                        BUG);
            default -> bug(error);
        };
    }

    /** The same of any failure; what is no error of the JVM is a bug. */
    public static JvmFailure ofAny(Throwable failure) {
        return of(failure).orElseGet(() -> bug(failure));
    }

    private static JvmFailure bug(Throwable failure) {
        return new JvmFailure(
                "a bug in Stoker, not in your input: %s; run again with --debug and report it with the output of `stoker env`"
                        .formatted(failure),
                BUG);
    }

    private static JvmFailure ofMemory(String message) {
        return new JvmFailure(memorySentence(message), USER);
    }

    private static String memorySentence(String message) {
        if (message.contains("native thread")) {
            return "the operating system allows no further thread; raise the limit of processes (`ulimit -u`, or the"
                    + " pids limit of the container), or use fewer workers";
        }
        if (message.contains("Metaspace") || message.contains("Compressed class space")) {
            return "the JVM ran out of memory for classes; give it more with"
                    + " STOKER_JAVA_OPTS=-XX:MaxMetaspaceSize=256m";
        }
        if (message.contains("direct buffer memory")) {
            return "the JVM ran out of memory for buffers (%s); give it more with STOKER_JAVA_OPTS=-XX:MaxDirectMemorySize=1g"
                    .formatted(message);
        }
        if (message.contains("heap") || message.contains("GC overhead") || message.contains("array size")) {
            return "the JVM ran out of heap memory, of which it may use %s; give it more with STOKER_JAVA_OPTS=-Xmx2g, or use fewer workers or a smaller batch"
                    .formatted(new Bytes(Runtime.getRuntime().maxMemory()));
        }
        return "memory ran out (%s); free some, or use fewer workers or a smaller batch".formatted(message);
    }

    private static JvmFailure ofLibrary(UnsatisfiedLinkError library) {
        String reason = String.valueOf(library.getMessage());
        for (Throwable cause = library.getCause(); cause != null; cause = cause.getCause()) {
            String further = String.valueOf(cause.getMessage());
            reason += reason.contains(further) ? "" : ": " + further;
        }
        return new JvmFailure(
                "a native library cannot be loaded (%s); libraries are unpacked into ~/.javacpp/cache: make sure that there is space and that it is writable, or choose another folder with STOKER_JAVA_OPTS=-Dorg.bytedeco.javacpp.cachedir=FOLDER"
                        .formatted(reason),
                USER);
    }

    /** The class loader does not say why it could not open a file, so another is tried. */
    private static boolean tooManyOpenFiles() {
        try (var _ = new FileInputStream("/dev/null")) {
            return false;
        } catch (IOException failure) {
            return String.valueOf(failure.getMessage()).contains("Too many open files");
        }
    }
}
