package dev.stoker.distribute;

import dev.stoker.core.PrintableText;
import dev.stoker.core.StokerException;
import java.util.Optional;

/** TrainJobs of Kubeflow Trainer, which describes nodes to torchrun; here a node is a rank. */
final class KubeflowTrainerVariables implements RankVariables {
    @Override
    public Optional<RankSettings> read(EnvironmentVariables environment) {
        return environment.firstSet("PET_NODE_RANK", "PET_NNODES").map(given -> settings(environment, given));
    }

    private static RankSettings settings(EnvironmentVariables environment, String given) {
        int world = environment.world("PET_NNODES", given);
        int rank = environment.rank("PET_NODE_RANK", given, world);
        environment.text("PET_NPROC_PER_NODE").ifPresent(KubeflowTrainerVariables::checkProcesses);
        String address = environment.required("PET_MASTER_ADDR", given, "set it to the host of rank 0");
        String port = environment.required("PET_MASTER_PORT", given, "set it to a free port of the host of rank 0");
        return new RankSettings(
                rank, world, 0, address, environment.port("PET_MASTER_PORT", port), RankSettings.DEFAULT_TIMEOUT);
    }

    private static void checkProcesses(String perNode) {
        if (!perNode.equals("1")) {
            throw new StokerException(
                    "the environment variable PET_NPROC_PER_NODE is '%s', but each node of a TrainJob is one rank; set numProcPerNode to 1 in the TrainJob, and numNodes to the number of ranks"
                            .formatted(PrintableText.of(perNode)));
        }
    }
}
