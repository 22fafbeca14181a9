package dev.stoker.datasets.prepare;

import dev.stoker.core.StokerException;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Shards that other processes write: describes them, has them written, and reads what was recorded of each. */
record DispatchedShards(ShardPlan plan, List<PlannedShard> missing, UnfinishedFolder workspace) {

    /** Adds what was written; false where it was stopped. */
    boolean write(
            ShardDispatcher dispatcher,
            Map<String, FinishedShard> finished,
            PreparationObserver observer,
            BooleanSupplier stop) {
        var tasks = missing.stream()
                .map(planned -> ShardTaskFile.write(workspace.task(planned.fileName()), plan, planned))
                .toList();
        boolean complete = tasks.isEmpty()
                || dispatcher.dispatch(
                        tasks,
                        number -> observer.advanced(missing.get(number).images().size()),
                        stop);
        if (complete) {
            missing.forEach(planned -> finished.put(planned.fileName(), recorded(planned)));
            refuseTooManyCorrupt(finished);
        }
        return complete;
    }

    private FinishedShard recorded(PlannedShard planned) {
        return workspace
                .recorded(planned.fileName())
                .orElseThrow(() -> new StokerException(
                        "%s was written on another host and is not here; the destination must be in a folder that all hosts share"
                                .formatted(workspace.file(planned.fileName()))));
    }

    /** Each task knows the corrupt files of its own shard alone. */
    private void refuseTooManyCorrupt(Map<String, FinishedShard> finished) {
        var corrupt = finished.values().stream()
                .flatMap(shard -> shard.corrupt().stream())
                .toList();
        int allowed = plan.settings().maxCorrupt();
        if (corrupt.size() > allowed) {
            throw new StokerException(
                            "%d files are corrupt, %s among them: %s; remove them, or allow more than %d to be skipped"
                                    .formatted(
                                            corrupt.size(),
                                            corrupt.getFirst().name(),
                                            corrupt.getFirst().reason(),
                                            allowed))
                    .about("max-corrupt");
        }
    }
}
