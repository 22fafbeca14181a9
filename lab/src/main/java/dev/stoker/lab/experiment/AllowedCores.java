package dev.stoker.lab.experiment;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The logical cores that this process may use, and how a child gets some of them. */
final class AllowedCores {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String FIELD = "Cpus_allowed_list:";
    private static final String PROGRAM = "taskset";

    private AllowedCores() {}

    static List<Integer> ofThisProcess() {
        try (var lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(FIELD))
                    .map(line -> parse(line.substring(FIELD.length()).strip()))
                    .findFirst()
                    .orElseGet(AllowedCores::counted);
        } catch (IOException _) {
            return counted(); // not Linux
        }
    }

    private static List<Integer> counted() {
        return IntStream.range(0, Runtime.getRuntime().availableProcessors())
                .boxed()
                .toList();
    }

    /** Such as 0-3,8. */
    static List<Integer> parse(String list) {
        var cores = new ArrayList<Integer>();
        for (String part : list.split(",", -1)) {
            String[] ends = part.split("-", 2);
            IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                    .forEach(cores::add);
        }
        return cores;
    }

    static void requireTaskset() {
        boolean there = Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, PROGRAM)));
        if (!there) {
            throw new StokerException("cores needs the program taskset, which is not on the PATH; install util-linux")
                    .about("vary");
        }
    }

    static List<String> prefix(int count) {
        return List.of(
                PROGRAM,
                "-c",
                ofThisProcess().stream().limit(count).map(Object::toString).collect(Collectors.joining(",")));
    }
}
