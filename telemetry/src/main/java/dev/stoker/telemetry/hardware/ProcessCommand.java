package dev.stoker.telemetry.hardware;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How a Java program was started.
 *
 * @param jvmOptions without the class path, which is long and says little
 * @param arguments the main class or jar, and what follows it
 */
public record ProcessCommand(List<String> jvmOptions, List<String> arguments) {
    private static final Set<String> WITH_VALUE =
            Set.of("-cp", "-classpath", "--class-path", "-p", "--module-path", "--add-modules", "--add-opens");
    private static final Set<String> CLASS_PATHS = Set.of("-cp", "-classpath", "--class-path");
    private static final String SECRET =
            "(?i)[^=/]*(token|password|passwd|secret|credential|api.?key|access.?key)[^=/]*";
    private static final Pattern SECRET_VALUE = Pattern.compile("(" + SECRET + ")=.*", Pattern.DOTALL);
    private static final Pattern SECRET_FLAG = Pattern.compile("-" + SECRET);
    private static final Pattern USER_OF_URL = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*://)[^/@\\s]*@");
    private static final Pattern QUERY_OF_URL =
            Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*://[^?\\s]*\\?).*", Pattern.DOTALL);
    private static final String HIDDEN = "***";

    public ProcessCommand {
        jvmOptions = List.copyOf(jvmOptions);
        arguments = List.copyOf(arguments);
    }

    /** From the kernel: asking the JVM would load its management classes. */
    public static ProcessCommand ofThisProcess() {
        try {
            return of(new String(Files.readAllBytes(Path.of("/proc/self/cmdline")), StandardCharsets.UTF_8));
        } catch (IOException _) {
            String command = System.getProperty("sun.java.command", "");
            return new ProcessCommand(List.of(), List.of(command.split(" ")));
        }
    }

    static ProcessCommand of(String nullSeparated) {
        var words = List.of(nullSeparated.split("\0"));
        var options = new ArrayList<String>();
        int at = 1;
        while (at < words.size()
                && words.get(at).startsWith("-")
                && !words.get(at).equals("-jar")) {
            int next = at + (WITH_VALUE.contains(words.get(at)) ? 2 : 1);
            if (!CLASS_PATHS.contains(words.get(at))) {
                options.addAll(words.subList(at, Math.min(next, words.size())));
            }
            at = next;
        }
        return new ProcessCommand(options, words.subList(Math.min(at, words.size()), words.size()));
    }

    /** The same to be kept in a file: values that are named like secrets, and users and queries of URLs, are hidden. */
    public ProcessCommand withoutSecrets() {
        return new ProcessCommand(withoutSecrets(jvmOptions), withoutSecrets(arguments));
    }

    private static List<String> withoutSecrets(List<String> words) {
        var shown = new ArrayList<String>();
        boolean hide = false;
        for (String word : words) {
            shown.add(hide && !word.startsWith("-") ? HIDDEN : shown(word));
            hide = SECRET_FLAG.matcher(word).matches();
        }
        return shown;
    }

    private static String shown(String word) {
        var secret = SECRET_VALUE.matcher(word);
        if (secret.matches()) {
            return secret.group(1) + "=" + HIDDEN;
        }
        String anonymous = USER_OF_URL.matcher(word).replaceAll("$1" + HIDDEN + "@");
        return QUERY_OF_URL.matcher(anonymous).replaceAll("$1" + HIDDEN);
    }
}
