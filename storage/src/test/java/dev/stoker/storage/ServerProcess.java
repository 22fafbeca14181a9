package dev.stoker.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server of others, in a process of its own that ends with the test. */
final class ServerProcess implements AutoCloseable {
    private static final long START_SECONDS = 40;

    private final Process process;
    private final Path log;

    private ServerProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** A program of the class path of the tests. */
    static ServerProcess java(Path folder, List<String> options, String main, String... arguments) {
        String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m", "-cp", classes));
        command.addAll(options);
        command.add(main);
        command.addAll(List.of(arguments));
        return start(folder, command);
    }

    static ServerProcess start(Path folder, List<String> command) {
        Path log = folder.resolve("server.log");
        try {
            var process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            return new ServerProcess(process, log);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    ServerProcess awaitPort(int port) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (System.nanoTime() < end && process.isAlive()) {
            try (var socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
                return this;
            } catch (IOException _) {
                pause();
            }
        }
        close();
        throw new IllegalStateException("the server did not start:\n" + tail());
    }

    static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private String tail() {
        try {
            var lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
