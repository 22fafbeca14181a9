package dev.stoker.distribute;

import dev.stoker.core.PrintableText;
import dev.stoker.core.StokerException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The addresses of a cluster in TF_CONFIG. Ranks count through chief and workers, in this order.
 *
 * @param chief none, or one; called master in older versions
 */
record TensorFlowCluster(List<TensorFlowAddress> chief, List<TensorFlowAddress> workers) {
    static TensorFlowCluster of(Map<?, ?> cluster) {
        if (cluster.containsKey("ps")) {
            throw new StokerException(
                    "the environment variable TF_CONFIG has parameter servers (ps), which Stoker does not use;"
                            + " describe a cluster of workers only");
        }
        String chief = cluster.containsKey("master") ? "master" : "chief";
        var tasks = new TensorFlowCluster(addresses(cluster, chief), addresses(cluster, "worker"));
        if (tasks.ranks().isEmpty()) {
            throw new StokerException(
                    "the environment variable TF_CONFIG has a cluster without workers; add \"worker\": [\"host:port\","
                            + " …]");
        }
        return tasks;
    }

    private static List<TensorFlowAddress> addresses(Map<?, ?> cluster, String type) {
        Object values = Optional.<Object>ofNullable(cluster.get(type)).orElse(List.of());
        if (!(values instanceof List<?> list)) {
            throw new StokerException(
                    "the environment variable TF_CONFIG has one value for %s; it must be a list of addresses"
                            .formatted(type));
        }
        return list.stream().map(TensorFlowAddress::of).toList();
    }

    RankSettings settings(String type, long index) {
        int tasks = tasks(type).size();
        if (index < 0 || index >= tasks) {
            throw new StokerException(
                    "the environment variable TF_CONFIG has the task %s %d, but the cluster has %d of this type, which count from 0; correct the index or add the address"
                            .formatted(type, index, tasks));
        }
        var ranks = ranks();
        int rank = Math.toIntExact(index) + (type.equals("worker") ? chief.size() : 0);
        var master = ranks.getFirst();
        return new RankSettings(
                rank, ranks.size(), localRank(rank), master.host(), master.port(), RankSettings.DEFAULT_TIMEOUT);
    }

    private List<TensorFlowAddress> tasks(String type) {
        return switch (type) {
            case "chief", "master" -> chief;
            case "worker" -> workers;
            default ->
                throw new StokerException(
                        "the environment variable TF_CONFIG has a task of the type '%s'; Stoker trains and evaluates on tasks of the types chief and worker, start it on these only"
                                .formatted(PrintableText.of(type)));
        };
    }

    private List<TensorFlowAddress> ranks() {
        return Stream.concat(chief.stream(), workers.stream()).toList();
    }

    private int localRank(int rank) {
        String host = ranks().get(rank).host();
        return Math.toIntExact(ranks().stream()
                .limit(rank)
                .filter(other -> other.host().equals(host))
                .count());
    }
}
