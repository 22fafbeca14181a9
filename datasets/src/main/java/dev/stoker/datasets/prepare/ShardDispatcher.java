package dev.stoker.datasets.prepare;

import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/** Has shards written elsewhere, such as on a cluster. */
@FunctionalInterface
public interface ShardDispatcher {
    /**
     * Has {@link ShardTask#run} called for each of the files, by any process that sees them; again where one was lost.
     *
     * @param written gets the number of each task that has ended, from any thread
     * @return false where it was stopped
     */
    boolean dispatch(List<Path> tasks, IntConsumer written, BooleanSupplier stop);
}
