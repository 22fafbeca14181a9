package dev.stoker.distribute.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Command lines that run something on another host through ssh, in the same folder as here. */
record RemoteHost(Host host, List<String> ssh, Path folder) {
    static final int NO_FOLDER = 96;
    static final int NO_PROGRAM = 97;

    /** ssh's own exit code: no connection, or it was lost. */
    static final int NO_CONNECTION = 255;

    /** A password cannot be asked for; a host that is silent for 15 s is lost. */
    private static final List<String> OPTIONS = List.of(
            "-T",
            "-o",
            "BatchMode=yes",
            "-o",
            "ConnectTimeout=10",
            "-o",
            "ServerAliveInterval=5",
            "-o",
            "ServerAliveCountMax=3");

    /** A terminal sends Ctrl-C to ssh as well, which would cut the connection of a rank that still saves. */
    private static final List<String> WITHOUT_SIGNALS = List.of("sh", "-c", "trap '' INT HUP; exec \"$@\"", "sh");

    /** Becomes a rank; its standard input ends with the connection. */
    List<String> start(RankProgram program, Map<String, String> variables) {
        var words = new ArrayList<>(WITHOUT_SIGNALS);
        words.addAll(shown(program, variables));
        return words;
    }

    /** The same as it would be typed. */
    List<String> shown(RankProgram program, Map<String, String> variables) {
        var all = new LinkedHashMap<>(program.remoteVariables());
        all.putAll(variables);
        return words("cd %s && exec env %s %s"
                .formatted(
                        ShellWords.quoted(folder.toString()),
                        ShellWords.assignments(all),
                        ShellWords.joined(program.remoteWords())));
    }

    /** Says by its exit code what is missing there. */
    List<String> check(RankProgram program) {
        return words("cd %s 2>/dev/null || exit %d; command -v %s >/dev/null || exit %d"
                .formatted(
                        ShellWords.quoted(folder.toString()),
                        NO_FOLDER,
                        ShellWords.quoted(program.remote().getFirst()),
                        NO_PROGRAM));
    }

    /** Whatever the login shell over there is, a POSIX shell reads the script. */
    private List<String> words(String script) {
        var words = new ArrayList<>(ssh);
        words.addAll(OPTIONS);
        words.add(host.name());
        words.add("exec sh -c " + ShellWords.quoted(script));
        return words;
    }
}
