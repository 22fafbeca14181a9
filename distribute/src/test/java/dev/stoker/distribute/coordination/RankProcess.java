package dev.stoker.distribute.coordination;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** A rank that is a process of its own: prints when it is there and what it is told, and leaves when its input ends. */
final class RankProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    private RankProcess(Process process) {
        this.process = process;
        output = process.inputReader(StandardCharsets.UTF_8);
    }

    static RankProcess start(int rank, int world, int port, Duration timeout) throws IOException {
        return new RankProcess(new ProcessBuilder(
                        Path.of(System.getProperty("java.home", ""), "bin", "java")
                                .toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path", ""),
                        RankProcess.class.getName(),
                        String.valueOf(rank),
                        String.valueOf(world),
                        String.valueOf(port),
                        timeout.toString())
                .redirectErrorStream(true)
                .start());
    }

    /** What the process does. */
    public static void main(String[] arguments) throws IOException {
        var settings = Ranks.settings(
                        Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]))
                .withTimeout(Duration.parse(arguments[3]));
        try (var rank = Coordination.open(settings, Ranks.VERSION)) {
            rank.onFailure(failure -> System.out.println(failure.sentence()));
            System.out.println("there");
            while (System.in.read() >= 0) {
                // until the test has had enough
            }
        }
        System.out.println("left");
    }

    long id() {
        return process.pid();
    }

    String line() throws IOException {
        return String.valueOf(output.readLine());
    }

    void kill() {
        process.destroyForcibly();
    }

    void signal(String name) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", "-" + name, String.valueOf(id()))
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException("kill -%s %d ended with %d".formatted(name, id(), status));
        }
    }

    void endInput() throws IOException {
        process.getOutputStream().close();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
