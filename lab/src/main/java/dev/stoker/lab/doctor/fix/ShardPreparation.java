package dev.stoker.lab.doctor.fix;

import dev.stoker.core.StokerException;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.prepare.PreparationJob;
import dev.stoker.job.prepare.PrepareOptions;
import dev.stoker.job.prepare.PrepareRequest;
import java.nio.file.Path;
import java.util.Map;

/**
 * Writes the images of a plan into shards.
 *
 * @param version of Stoker, for the manifest
 * @param command that was given, for the manifest
 */
public record ShardPreparation(String version, String command, PreparationJob.Listener listener) {
    /** The plan whose data are the shards that were written into the folder. */
    Plan prepared(Plan plan, Map<String, String> options, Path folder) {
        var request = new PrepareRequest(Path.of(plan.data().data()), folder, PrepareOptions.of(options));
        var result = PreparationJob.of(request, version, command)
                .run(listener, () -> Thread.currentThread().isInterrupted())
                .orElseThrow(() -> new StokerException("the preparation of %s was stopped".formatted(folder)));
        return plan.with("data", result.destination().toString());
    }
}
