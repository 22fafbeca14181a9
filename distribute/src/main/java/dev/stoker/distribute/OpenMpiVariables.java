package dev.stoker.distribute;

import java.util.Optional;

/** mpirun of Open MPI, which does not tell its ranks where rank 0 is. */
final class OpenMpiVariables implements RankVariables {
    private static final String RANK = "OMPI_COMM_WORLD_RANK";
    private static final String WORLD = "OMPI_COMM_WORLD_SIZE";

    @Override
    public Optional<RankSettings> read(EnvironmentVariables environment) {
        return environment.firstSet(RANK, WORLD).map(given -> settings(environment, given));
    }

    private static RankSettings settings(EnvironmentVariables environment, String given) {
        int world = environment.world(WORLD, given);
        int rank = environment.rank(RANK, given, world);
        int localRank = environment.localRank("OMPI_COMM_WORLD_LOCAL_RANK");
        if (world == 1) {
            return new RankSettings(rank, world, localRank, NO_MASTER, 0, RankSettings.DEFAULT_TIMEOUT);
        }
        String address = environment.required(
                "MASTER_ADDR",
                given,
                "start with mpirun -x MASTER_ADDR=… -x MASTER_PORT=29500, for the host of rank 0");
        String port = environment.required(
                "MASTER_PORT", given, "start with mpirun -x MASTER_PORT=29500, or another free port of rank 0's host");
        return new RankSettings(
                rank, world, localRank, address, environment.port("MASTER_PORT", port), RankSettings.DEFAULT_TIMEOUT);
    }
}
