package dev.stoker.cli.internal.cluster;

import dev.stoker.cli.internal.command.SamplingTime;
import dev.stoker.core.StokerException;
import dev.stoker.distribute.cluster.Cluster;
import dev.stoker.distribute.cluster.ClusterProvider;
import dev.stoker.distribute.cluster.ClusterSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which cluster a command runs on; mixed into commands that can. */
public final class ClusterOptions {
    private static final String CONFIGURATION = "--spark-conf";
    private static final String TIMEOUT = "--timeout";

    /** Flags with a value that are about the cluster, and not part of the command that its hosts run. */
    private static final List<String> FLAGS = List.of("--spark", CONFIGURATION, TIMEOUT, "-n", "--ranks");

    @Option(
            names = "--spark",
            paramLabel = "MASTER",
            description = "Apache Spark cluster to run on: local[2], local-cluster[2,1,1024] or spark://host:7077")
    private @Nullable String master;

    @Option(
            names = CONFIGURATION,
            paramLabel = "KEY=VALUE",
            description = "Spark property, such as spark.executor.cores=4; may be repeated")
    private Map<String, String> configuration = new LinkedHashMap<>();

    @Option(
            names = TIMEOUT,
            paramLabel = "TIME",
            description = "time after which a silent Spark master, missing slots or a silent rank are given up (30s)")
    private @Nullable String timeout;

    public boolean isGiven() {
        return master != null;
    }

    /** Flags about a cluster without one. */
    public void refuseAlone() {
        if (!isGiven() && (!configuration.isEmpty() || timeout != null)) {
            throw new StokerException("%s is about a cluster: give it with --spark MASTER"
                    .formatted(timeout == null ? CONFIGURATION : TIMEOUT));
        }
    }

    public Cluster connect() {
        var settings = new ClusterSettings(
                master == null ? "" : master,
                configuration,
                timeout == null ? ClusterSettings.DEFAULT_TIMEOUT : SamplingTime.parse(TIMEOUT, timeout));
        return ClusterProvider.SPARK.load().connect(settings);
    }

    /** A command line without the flags of clusters. */
    public static List<String> withoutFlags(List<String> arguments) {
        var kept = new ArrayList<String>();
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            if (FLAGS.contains(word)) {
                i++; // and its value
            } else if (FLAGS.stream().noneMatch(flag -> word.startsWith(flag + "=")) && !word.matches("-n\\d+")) {
                kept.add(word);
            }
        }
        return kept;
    }
}
