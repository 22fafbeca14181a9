package dev.stoker.spark;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Stoker as a process of its own, with the module of Spark as the launcher provides it. */
record SparkStoker(Process process, Path out, Path err) {
    private static final List<String> CLASS_PATH = Arrays.stream(
                    System.getProperty("java.class.path", "").split(File.pathSeparator))
            .filter(entry -> !entry.contains("log4j-slf4j2")) // would take the logging from Stoker
            .toList();

    /** The exit code and the output of a process. */
    record Ended(int exitCode, String out, String err) {}

    static SparkStoker start(Path folder, String... arguments) {
        return start(folder, List.of("-Dstoker.room.spark=" + String.join(File.pathSeparator, room())), arguments);
    }

    /** Without the module. */
    static SparkStoker startBare(Path folder, String... arguments) {
        return start(folder, List.of(), arguments);
    }

    private static SparkStoker start(Path folder, List<String> options, String... arguments) {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(options);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, CLASS_PATH), "dev.stoker.cli.Main"));
        command.addAll(List.of(arguments));
        try {
            Path out = Files.createTempFile(folder, "out", ".txt");
            Path err = Files.createTempFile(folder, "err", ".txt");
            var builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            return new SparkStoker(builder.start(), out, err);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** This module's classes and all libraries; Stoker's other modules come from the class path. */
    private static List<String> room() {
        return CLASS_PATH.stream()
                .filter(entry -> entry.endsWith("spark/target/classes") || !isStoker(entry))
                .toList();
    }

    private static boolean isStoker(String entry) {
        return entry.endsWith("classes")
                || Path.of(entry).getFileName().toString().startsWith("stoker-");
    }

    Ended ended() {
        try {
            if (!process.waitFor(120, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new AssertionError("the process did not end within two minutes: " + Files.readString(err));
            }
            return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException failure) {
            throw new AssertionError(failure);
        }
    }

    /** The processes of ranks, as far as they have started; those of a local master are children of the driver. */
    List<ProcessHandle> ranks() {
        return process.children().toList();
    }
}
