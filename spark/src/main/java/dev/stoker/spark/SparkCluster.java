package dev.stoker.spark;

import dev.stoker.distribute.cluster.Cluster;
import dev.stoker.distribute.cluster.ClusterConsole;
import dev.stoker.distribute.cluster.ClusterProgram;
import dev.stoker.distribute.cluster.ClusterSettings;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.apache.spark.api.java.JavaSparkContext;

/** An application of Spark: ranks are a barrier stage, other commands are tasks. */
final class SparkCluster implements Cluster {
    private final ClusterSettings settings;
    private final JavaSparkContext context;

    SparkCluster(ClusterSettings settings, JavaSparkContext context) {
        this.settings = settings;
        this.context = context;
    }

    @Override
    public int runRanks(ClusterProgram program, int ranks, ClusterConsole console, BooleanSupplier stopRequested) {
        var host = context.getConf().get("spark.driver.host");
        try (var server = RankServer.open(host, new RankPlan(program, ranks, settings.timeout()), console)) {
            return new RankJob(context, settings, server, ranks).run(stopRequested);
        }
    }

    @Override
    public boolean runTasks(List<ClusterProgram> programs, IntConsumer ended, BooleanSupplier stopRequested) {
        return new TaskJob(context, programs).run(ended, stopRequested);
    }

    @Override
    public void close() {
        context.close();
    }
}
