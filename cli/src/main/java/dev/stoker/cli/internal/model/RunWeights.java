package dev.stoker.cli.internal.model;

import dev.stoker.job.RunFinder;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.predict.ModelFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which weights of a run a command uses, and where runs are; mixed into such commands. */
final class RunWeights {
    @Option(names = "--weights", paramLabel = "WHICH", description = "weights of the run: best or last (best)")
    private String weights = "best";

    @Option(names = "--runs", paramLabel = "FOLDER", description = "folder of runs, for names and last (runs)")
    private @Nullable String runs; // the default of the plan is asked for when it is needed: it takes time to start

    /** The file of the weights of a run. */
    ModelFile file(String run) {
        return ModelFile.find(location(run), Choices.of("weights", weights, ModelFile.Choice.values()));
    }

    /** A file of weights, a folder that holds some, or a run as people call it. */
    private Path location(String run) {
        Path path = Path.of(run);
        return Files.isRegularFile(path) || ModelFile.isIn(path) ? path : finder().find(run);
    }

    private RunFinder finder() {
        return new RunFinder(Path.of(runs == null ? Plan.DEFAULTS.run().runs() : runs));
    }
}
