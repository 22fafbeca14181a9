package dev.stoker.distribute.launch;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Whether other hosts can be reached without a password, and have the folder and the program. */
final class HostCheck {
    private HostCheck() {}

    /** All at once; for each host that cannot be used, one sentence. */
    static Map<Host, String> problems(List<RemoteHost> hosts, RankProgram program) {
        var started = new LinkedHashMap<RemoteHost, Process>();
        try {
            for (var host : hosts) {
                started.put(host, start(host, program));
            }
            var problems = new LinkedHashMap<Host, String>();
            for (var each : started.entrySet()) {
                String problem = problem(each.getKey(), each.getValue(), program);
                if (!problem.isEmpty()) {
                    problems.put(each.getKey().host(), problem);
                }
            }
            return problems;
        } finally {
            started.values().forEach(Process::destroyForcibly);
        }
    }

    private static Process start(RemoteHost host, RankProgram program) {
        try {
            return new ProcessBuilder(host.check(program))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException failure) {
            throw new StokerException("cannot start sh (%s)".formatted(AtomicFile.reason(failure)), failure);
        }
    }

    private static String problem(RemoteHost host, Process process, RankProgram program) {
        try (var errors = process.errorReader(StandardCharsets.UTF_8)) {
            String said = errors.lines().reduce("", (before, line) -> line.isBlank() ? before : line.strip());
            return sentence(host, process.waitFor(), said, program);
        } catch (IOException failure) {
            return "host %s cannot be checked (%s)".formatted(host.host().name(), AtomicFile.reason(failure));
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new StokerException("interrupted while hosts were checked", failure);
        }
    }

    private static String sentence(RemoteHost host, int code, String said, RankProgram program) {
        String name = host.host().name();
        return switch (code) {
            case 0 -> "";
            case RemoteHost.NO_FOLDER ->
                "host %s has no folder %s; ranks run in the same folder on every host".formatted(name, host.folder());
            case RemoteHost.NO_PROGRAM ->
                "host %s has no %s; install Stoker there at the same path, or give its path with --remote-stoker"
                        .formatted(name, program.remote().getFirst());
            default ->
                "host %s cannot be reached by %s (%s); `%s %s true` must work without a password"
                        .formatted(
                                name,
                                host.ssh().getFirst(),
                                said.isEmpty() ? "exit code " + code : said,
                                ShellWords.joined(host.ssh()),
                                name);
        };
    }
}
