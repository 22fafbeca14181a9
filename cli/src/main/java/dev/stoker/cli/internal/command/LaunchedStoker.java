package dev.stoker.cli.internal.command;

import dev.stoker.core.StokerException;
import dev.stoker.distribute.cluster.ClusterProgram;
import dev.stoker.distribute.launch.Host;
import dev.stoker.distribute.launch.Hosts;
import dev.stoker.distribute.launch.RankProgram;
import dev.stoker.job.ChildCommand;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Stoker as the program of ranks: on this host with the JVM of this process, elsewhere by its script. */
public final class LaunchedStoker {
    /** The script says where it is. */
    private static final String SCRIPT = "stoker.script";

    private static final String JAVA_OPTIONS = "STOKER_JAVA_OPTS";

    /** Variables that belong to the training; others belong to their host. */
    private static final List<String> PASSED_ON = List.of("STOKER_", "NCCL_", "GLOO_", "OMP_");

    /** Says of this process alone. */
    private static final String SIZED = "STOKER_JVM_SIZED";

    private LaunchedStoker() {}

    static RankProgram program(List<String> arguments, Hosts hosts, @Nullable String remoteStoker) {
        var script = Optional.ofNullable(remoteStoker).or(() -> Optional.ofNullable(System.getProperty(SCRIPT)));
        if (script.isEmpty() && !hosts.all().stream().allMatch(Host::isThisMachine)) {
            throw new StokerException("the path of stoker on other hosts is not known; give it with --remote-stoker");
        }
        return new RankProgram(
                ChildCommand.of().words(),
                List.of(script.orElse("stoker")),
                remoteVariables(System.getenv(), ProcessHandle.current().pid()),
                arguments);
    }

    /** As hosts of a cluster start it: by the script, or where there was none, with the JVM of this process. */
    public static ClusterProgram onCluster(List<String> arguments) {
        var script = Optional.ofNullable(System.getProperty(SCRIPT));
        return new ClusterProgram(
                script.map(List::of).orElseGet(() -> ChildCommand.of().words()),
                remoteVariables(System.getenv(), ProcessHandle.current().pid()),
                Path.of("").toAbsolutePath(),
                arguments);
    }

    /** A rank over there watches its standard input too, which the property of its JVM says. */
    static Map<String, String> remoteVariables(Map<String, String> environment, long pid) {
        var passed = new TreeMap<String, String>();
        environment.forEach((name, value) -> {
            if (PASSED_ON.stream().anyMatch(name::startsWith) && !name.equals(SIZED)) {
                passed.put(name, value);
            }
        });
        String watched = "-D%s=%d".formatted(ChildCommand.PARENT_PROPERTY, pid);
        passed.merge(JAVA_OPTIONS, watched, (options, property) -> "%s %s".formatted(options, property));
        return passed;
    }
}
