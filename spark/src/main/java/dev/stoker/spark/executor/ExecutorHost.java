package dev.stoker.spark.executor;

import org.apache.spark.SparkEnv;

/** How other hosts of the cluster reach the one of this executor. */
final class ExecutorHost {
    private ExecutorHost() {}

    static String name() {
        return SparkEnv.get().blockManager().blockManagerId().host();
    }
}
