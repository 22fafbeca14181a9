package dev.stoker.distribute.cluster;

import dev.stoker.core.room.OptionalRoom;

/** Connects to a cluster; an optional module has the implementation. */
@FunctionalInterface
public interface ClusterProvider {
    OptionalRoom<ClusterProvider> SPARK = new OptionalRoom<>("spark", "Apache Spark", ClusterProvider.class);

    /** Where the cluster does not answer in time, this is one sentence. */
    Cluster connect(ClusterSettings settings);
}
