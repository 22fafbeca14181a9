package dev.stoker.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Stoker as a process of its own, the way a user starts it in a terminal: signals have their default effect. */
record StokerProcess(Process process, Path out, Path err) {
    /** A prefix that starts the process in the background, as {@code nohup … &} of a shell does: it ignores SIGINT. */
    static final List<String> IN_BACKGROUND = List.of("bash", "-c", "trap '' INT && exec \"$@\"", "bash");

    /** The exit code and the output of a process. */
    record Ended(int exitCode, String out, String err) {}

    static StokerProcess start(Path folder, List<String> prefix, String... arguments) {
        return start("dev.stoker.cli.Main", folder, prefix, arguments);
    }

    /** Another program with the same classes. */
    static StokerProcess startMain(Class<?> program, Path folder) {
        return start(program.getName(), folder, List.of());
    }

    private static StokerProcess start(String program, Path folder, List<String> prefix, String... arguments) {
        IgnoredSignals.restoreDefault();
        var command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-XX:+UseSerialGC");
        command.add("-XX:TieredStopAtLevel=1"); // these processes are short, and what is slow in them is native
        command.add("-cp");
        command.add(System.getProperty("java.class.path", ""));
        command.add(program);
        command.addAll(List.of(arguments));
        try {
            Path out = Files.createTempFile(folder, "out", ".txt");
            Path err = Files.createTempFile(folder, "err", ".txt");
            var process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            return new StokerProcess(process, out, err);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static Ended run(Path folder, String... arguments) {
        return start(folder, List.of(), arguments).ended();
    }

    /** Sends a signal, such as INT. */
    void signal(String name) {
        try {
            int exitCode = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
            if (exitCode != 0) {
                throw new AssertionError("SIG%s could not be sent".formatted(name));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException failure) {
            throw new AssertionError(failure);
        }
    }

    Ended ended() {
        try {
            if (!process.waitFor(120, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("the process did not end within two minutes");
            }
            return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException failure) {
            throw new AssertionError(failure);
        }
    }
}
