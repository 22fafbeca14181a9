package dev.stoker.spark;

import dev.stoker.distribute.cluster.Cluster;
import dev.stoker.distribute.cluster.ClusterProvider;
import dev.stoker.distribute.cluster.ClusterSettings;

/** Found by {@link java.util.ServiceLoader}. */
public final class SparkProvider implements ClusterProvider {
    @Override
    public Cluster connect(ClusterSettings settings) {
        return new SparkCluster(settings, SparkConnection.open(settings));
    }
}
