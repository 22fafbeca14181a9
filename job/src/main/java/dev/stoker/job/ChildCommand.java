package dev.stoker.job;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The command line of another Stoker: with the JVM, the options, the class path and the environment of this one.
 *
 * @param arguments of Stoker, such as {@code train}, {@code --json}
 * @param prefix a program that starts the JVM in its own place, such as {@code taskset -c 0}; may be empty
 * @param environment variables besides those of this process, which they replace
 * @param program the class with the main method
 */
public record ChildCommand(
        List<String> arguments, List<String> prefix, Map<String, String> environment, String program) {
    /** Tells the child that its standard input is open as long as its parent lives, and carries nothing. */
    public static final String PARENT_PROPERTY = "stoker.parent";

    private static final String STOKER = "dev.stoker.cli.Main";

    /** Agents, debuggers, recordings and ports belong to one process. */
    private static final List<String> NOT_INHERITED = List.of(
            "-agentlib:",
            "-agentpath:",
            "-javaagent:",
            "-Xrun",
            "-Xdebug",
            "-XX:StartFlightRecording",
            "-Dcom.sun.management.jmxremote",
            "-D" + PARENT_PROPERTY + "=");

    public ChildCommand {
        arguments = List.copyOf(arguments);
        prefix = List.copyOf(prefix);
        environment = Map.copyOf(environment);
    }

    /** Stoker with these arguments. */
    public static ChildCommand of(String... arguments) {
        return of(List.of(arguments));
    }

    public static ChildCommand of(List<String> arguments) {
        return new ChildCommand(arguments, List.of(), Map.of(), STOKER);
    }

    /** Started by another program, which must become the JVM by {@code exec}. */
    public ChildCommand startedBy(List<String> program) {
        return new ChildCommand(arguments, program, environment, this.program);
    }

    /** With one more variable. */
    public ChildCommand with(String variable, String value) {
        var more = new LinkedHashMap<>(environment);
        more.put(variable, value);
        return new ChildCommand(arguments, prefix, more, program);
    }

    /** Another class of the class path. */
    public ChildCommand running(String mainClass) {
        return new ChildCommand(arguments, prefix, environment, mainClass);
    }

    /** All words, for the operating system. */
    public List<String> words() {
        var words = new ArrayList<>(prefix);
        words.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        options(ManagementFactory.getRuntimeMXBean().getInputArguments()).forEach(words::add);
        words.add("-D%s=%d".formatted(PARENT_PROPERTY, ProcessHandle.current().pid()));
        words.addAll(List.of("-cp", System.getProperty("java.class.path", "."), program));
        words.addAll(arguments);
        return words;
    }

    /** Those of this JVM that another one may have too. */
    static Stream<String> options(List<String> own) {
        return own.stream().filter(option -> NOT_INHERITED.stream().noneMatch(option::startsWith));
    }

    /** As a person would write it. */
    @Override
    public String toString() {
        return "stoker " + String.join(" ", arguments);
    }
}
