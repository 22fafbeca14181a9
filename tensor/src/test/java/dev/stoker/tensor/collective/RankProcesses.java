package dev.stoker.tensor.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** A group of {@link RankProgram}s. Those that still run are killed when it is closed. */
final class RankProcesses implements AutoCloseable {
    private final List<Process> processes = new ArrayList<>();
    private final List<BufferedReader> said = new ArrayList<>();
    private final Path folder;

    private RankProcesses(Path folder) {
        this.folder = folder;
    }

    /** Starts all ranks at once and tells them the port; their errors go to files of the folder. */
    static RankProcesses start(Path folder, int world, Duration timeout) throws IOException {
        return start(folder, world, timeout, _ -> Map.of());
    }

    /** With variables in the environment of each rank. */
    static RankProcesses start(Path folder, int world, Duration timeout, IntFunction<Map<String, String>> variables)
            throws IOException {
        var group = new RankProcesses(folder);
        for (int rank = 0; rank < world; rank++) {
            group.add(rank, world, timeout, variables.apply(rank));
        }
        var ports = group.answers();
        group.tell(ports.getFirst());
        return group;
    }

    private void add(int rank, int world, Duration timeout, Map<String, String> variables) throws IOException {
        var java = Path.of(System.getProperty("java.home", ""), "bin", "java").toString();
        var process = new ProcessBuilder(
                        java,
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path", ""),
                        RankProgram.class.getName(),
                        Integer.toString(rank),
                        Integer.toString(world),
                        Long.toString(timeout.toMillis()))
                .redirectError(errors(rank).toFile());
        process.environment().put("OMP_NUM_THREADS", "1");
        process.environment().putAll(variables);
        processes.add(process.start());
        said.add(processes.getLast().inputReader());
    }

    private Path errors(int rank) {
        return folder.resolve("rank-" + rank);
    }

    Process process(int rank) {
        return processes.get(rank);
    }

    void tell(String line) {
        processes.forEach(process -> tell(process, line));
    }

    static void tell(Process process, String line) {
        try {
            var writer = process.outputWriter();
            writer.write(line + "\n");
            writer.flush();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The next line that a rank says; waits for it. */
    String answer(int rank) throws IOException {
        var line = said.get(rank).readLine();
        assertThat(line)
                .as(() -> "rank %d ended: %s".formatted(rank, textOf(rank)))
                .isNotNull();
        return line;
    }

    List<String> answers() throws IOException {
        var answers = new ArrayList<String>();
        for (int rank = 0; rank < processes.size(); rank++) {
            answers.add(answer(rank));
        }
        return answers;
    }

    private String textOf(int rank) {
        try {
            return Files.readString(errors(rank));
        } catch (IOException failure) {
            return failure.toString();
        }
    }

    /** Tells ranks that there is nothing more to do, and waits until they have ended well. */
    void end() throws IOException, InterruptedException {
        for (var process : processes) {
            process.outputWriter().close();
        }
        for (int rank = 0; rank < processes.size(); rank++) {
            assertThat(processes.get(rank).waitFor(20, TimeUnit.SECONDS))
                    .as("rank %d ends", rank)
                    .isTrue();
            assertThat(processes.get(rank).exitValue()).as(textOf(rank)).isZero();
        }
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }
}
