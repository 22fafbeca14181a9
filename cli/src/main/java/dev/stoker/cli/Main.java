package dev.stoker.cli;

import dev.stoker.cli.internal.process.ParentWatch;
import dev.stoker.core.JvmFailure;
import dev.stoker.core.PrintableText;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * Where the JVM starts. It mentions no library in its signatures, and needs no other class to say that too few files may
 * be open: then not even the class path can be read.
 */
public final class Main {
    private static final int USER = 2;

    /** Released before a failure is explained: where the heap is full, explaining needs some of it. */
    private static byte[] reserve = new byte[512 * 1024];

    private Main() {}

    public static void main(String[] arguments) {
        try {
            if (System.getProperty("stoker.parent") != null) { // another Stoker has started this one
                ParentWatch.start();
            }
            System.exit(StokerCommand.execute(arguments));
        } catch (Throwable failure) { // the command line itself reports what its commands throw, except for errors
            release();
            end(failure, report(failure, Arrays.asList(arguments).contains("--debug")));
        }
    }

    private static void release() {
        if (reserve.length > 0) {
            reserve = new byte[0];
        }
    }

    /** Without memory, an orderly exit would only add messages of its own. */
    private static void end(Throwable failure, int code) {
        if (failure instanceof OutOfMemoryError) {
            System.err.flush();
            Runtime.getRuntime().halt(code);
        }
        System.exit(code);
    }

    private static int report(Throwable failure, boolean trace) {
        if (tooManyOpenFiles()) {
            System.err.println(
                    "stoker: too many open files: classes cannot be loaded; raise the limit, for example with `ulimit"
                            + " -n 1024`");
            return USER;
        }
        try {
            return explain(failure, trace);
        } catch (Error _) { // where memory for classes is full, only what is loaded already can be used
            System.err.println("stoker: the JVM ran out of memory ("
                    .concat(String.valueOf(failure))
                    .concat("); give it more with STOKER_JAVA_OPTS, or remove limits from it"));
            return USER;
        }
    }

    private static int explain(Throwable failure, boolean trace) {
        var known = JvmFailure.ofAny(failure);
        System.err.println("stoker: " + PrintableText.of(known.sentence()));
        if (trace) {
            failure.printStackTrace(System.err);
        }
        return known.exitCode();
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
