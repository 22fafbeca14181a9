package dev.stoker.distribute.cluster;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/** Runs commands of Stoker as processes on the hosts of a cluster, which starts them again where a host is lost. */
public interface Cluster extends AutoCloseable {
    /**
     * Starts a command as ranks, all at the same time. When one is lost, all are started again, and a training resumes its
     * run.
     *
     * @return 0 where all ranks ended well, otherwise the exit code of the first that failed
     */
    int runRanks(ClusterProgram program, int ranks, ClusterConsole console, BooleanSupplier stopRequested);

    /**
     * Runs commands that do not know of each other, as many at a time as the cluster has slots. A command may be run more than
     * once, even twice at the same time, so its result must not depend on that.
     *
     * @param ended gets the number of each command that has ended well, on another thread
     * @return false where it was stopped
     */
    boolean runTasks(List<ClusterProgram> programs, IntConsumer ended, BooleanSupplier stopRequested);

    @Override
    void close();
}
