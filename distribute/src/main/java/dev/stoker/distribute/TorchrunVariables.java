package dev.stoker.distribute;

import java.util.Optional;

/** Stoker's launcher, torchrun and PyTorchJobs of Kubeflow. */
final class TorchrunVariables implements RankVariables {
    @Override
    public Optional<RankSettings> read(EnvironmentVariables environment) {
        // MASTER_ADDR and MASTER_PORT alone mean nothing: people set them for Slurm and Open MPI.
        return environment.firstSet("RANK", "WORLD_SIZE").map(given -> settings(environment, given));
    }

    private static RankSettings settings(EnvironmentVariables environment, String given) {
        int world = environment.world("WORLD_SIZE", given);
        int rank = environment.rank("RANK", given, world);
        int localRank = environment.localRank("LOCAL_RANK");
        if (world == 1 && environment.firstSet("MASTER_ADDR", "MASTER_PORT").isEmpty()) {
            return new RankSettings(rank, world, localRank, NO_MASTER, 0, RankSettings.DEFAULT_TIMEOUT);
        }
        String address = environment.required("MASTER_ADDR", given, "set it to the host of rank 0");
        String port = environment.required("MASTER_PORT", given, "set it to a free port of the host of rank 0");
        return new RankSettings(rank, world, localRank, address, port(environment, port), RankSettings.DEFAULT_TIMEOUT);
    }

    /** An agent of torchrun listens on MASTER_PORT itself and says so; then rank 0 takes the port after it. */
    private static int port(EnvironmentVariables environment, String value) {
        int port = environment.port("MASTER_PORT", value);
        boolean taken = environment
                .text("TORCHELASTIC_USE_AGENT_STORE")
                .filter("True"::equals)
                .isPresent();
        return taken ? environment.port("MASTER_PORT", String.valueOf(port + 1)) : port;
    }
}
