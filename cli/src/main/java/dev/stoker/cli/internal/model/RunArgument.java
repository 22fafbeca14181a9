package dev.stoker.cli.internal.model;

import dev.stoker.job.predict.ModelFile;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The run whose weights a command uses; mixed into such commands. */
final class RunArgument {
    @Parameters(
            index = "0",
            paramLabel = "RUN",
            description = "run: its folder, its name, last, or a .safetensors file of its weights")
    private String run = "";

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private RunWeights weights;

    /** The file of the weights. */
    ModelFile file() {
        return weights.file(run);
    }
}
