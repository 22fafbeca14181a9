package dev.stoker.bench.serve;

import dev.stoker.core.StokerException;
import dev.stoker.job.ChildCommand;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** `stoker serve` as a process of its own. */
final class ServedProcess implements AutoCloseable {
    /** What the launcher gives a server. */
    private static final String LAUNCHER_OPTIONS = "-Xmx512m -XX:MaxNewSize=64m";

    private static final long START_SECONDS = 120;
    private static final long END_SECONDS = 60;

    private final Process process;
    private final int port;

    private ServedProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** It is ready when this returns. */
    static ServedProcess start(Path model, List<String> options) throws IOException, InterruptedException {
        int port = freePort();
        var arguments = new ArrayList<>(List.of("serve", model.toString(), "--port", Integer.toString(port)));
        arguments.addAll(List.of("--connections", "1024", "--quiet"));
        arguments.addAll(options);
        var builder = new ProcessBuilder(ChildCommand.of(arguments).words())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("JDK_JAVA_OPTIONS", LAUNCHER_OPTIONS);
        var served = new ServedProcess(builder.start(), port);
        served.awaitListening();
        return served;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** It listens after its warm-up. */
    private void awaitListening() throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (process.isAlive() && System.nanoTime() - until < 0) {
            try (var _ = new KeepAliveConnection(port)) {
                return;
            } catch (IOException _) {
                Thread.sleep(20);
            }
        }
        close();
        throw new StokerException(
                "the server ended before it answered, or took longer than %d s".formatted(START_SECONDS));
    }

    int port() {
        return port;
    }

    long residentBytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) << 10;
            }
        }
        return 0;
    }

    /** Processor time of all its threads so far. */
    Duration processorTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** SIGTERM. */
    void terminate() {
        process.toHandle().destroy();
    }

    int exitCode() throws InterruptedException {
        if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            throw new StokerException("the server did not end within %d s of SIGTERM".formatted(END_SECONDS));
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
