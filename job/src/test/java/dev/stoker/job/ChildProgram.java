package dev.stoker.job;

import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;

/** What a child process does in tests; the first argument says what. */
final class ChildProgram {
    private ChildProgram() {}

    public static void main(String[] arguments) throws InterruptedException {
        switch (arguments[0]) {
            case "answer" ->
                System.out.printf(
                        "{\"options\":\"%s\",\"variable\":\"%s\",\"arguments\":%d}%n",
                        System.getProperty("child.option", "none"),
                        System.getenv("CHILD_VARIABLE"),
                        Arrays.asList(arguments).size());
            case "fail" -> {
                IntStream.rangeClosed(1, 30).forEach(i -> System.err.println("line " + i));
                System.err.println("stoker: " + arguments[1]);
                System.exit(2);
            }
            case "die" -> ProcessHandle.of(ProcessHandle.current().pid()).ifPresent(ChildProgram::kill);
            case "silence" -> {}
            case "sleep" -> {
                System.err.println("asleep");
                Thread.sleep(120_000);
            }
            case "deaf" -> {
                Runtime.getRuntime().addShutdownHook(new Thread(ChildProgram::sleep));
                System.err.println("asleep");
                Thread.sleep(120_000);
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(120_000);
        } catch (InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static void kill(ProcessHandle self) {
        try {
            new ProcessBuilder("kill", "-KILL", Long.toString(self.pid()))
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
