package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.telemetry.log.JsonReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two processes that nobody launched, with the variables that a cluster sets, train together. */
class ClusterVariablesProcessTest {
    @TempDir
    private Path folder;

    /** Who sets variables, and which. */
    enum Cluster {
        TORCHRUN("RANK=%1$d WORLD_SIZE=2 LOCAL_RANK=%1$d MASTER_ADDR=127.0.0.1 MASTER_PORT=%2$d"),
        KUBEFLOW_TRAINER("PET_NODE_RANK=%1$d PET_NNODES=2 PET_MASTER_ADDR=127.0.0.1 PET_MASTER_PORT=%2$d"),
        SLURM("SLURM_JOB_ID=1 SLURM_STEP_ID=0 SLURM_PROCID=%1$d SLURM_NTASKS=2 SLURM_LOCALID=%1$d"
                + " MASTER_ADDR=127.0.0.1 MASTER_PORT=%2$d"),
        OPEN_MPI("OMPI_COMM_WORLD_RANK=%1$d OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_LOCAL_RANK=%1$d"
                + " MASTER_ADDR=127.0.0.1 MASTER_PORT=%2$d"),
        TENSORFLOW("TF_CONFIG={\"cluster\":{\"worker\":[\"127.0.0.1:%2$d\",\"127.0.0.2:%2$d\"]},"
                + "\"task\":{\"type\":\"worker\",\"index\":%1$d}}");

        private final String variables;

        Cluster(String variables) {
            this.variables = variables;
        }

        List<String> variables(int rank, int port) {
            return List.of(variables.formatted(rank, port).split(" ", -1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void ranksFindEachOtherByTheVariablesOfTheirCluster(Cluster cluster) throws IOException {
        int port = freePort();
        var first = rank(cluster, 0, port);
        var second = rank(cluster, 1, port);
        var ended = first.ended();
        var other = second.ended();

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(other.exitCode()).as(other.err()).isZero();
        var result = JsonReader.read(ended.out());
        assertThat(result).containsEntry("steps", 2L);
        assertThat(Path.of(String.valueOf(result.get("run"))))
                .satisfies(
                        run -> assertThat(Files.readString(folder.resolve(run).resolve("plan.yaml")))
                                .contains("\nglobal-batch: 1000\n"));
        try (var runs = Files.list(folder.resolve("runs"))) {
            assertThat(runs).hasSize(1);
        }
    }

    private StokerProcess rank(Cluster cluster, int rank, int port) {
        var prefix = new ArrayList<>(List.of("env"));
        prefix.addAll(cluster.variables(rank, port));
        return StokerProcess.start(
                folder,
                prefix,
                "train",
                "--model=mlp",
                "--batch=500",
                "--threads=1",
                "--max-steps=2",
                "--quiet",
                "--json");
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
