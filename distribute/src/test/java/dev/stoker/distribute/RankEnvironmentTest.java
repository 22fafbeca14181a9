package dev.stoker.distribute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RankEnvironmentTest {
    private static final Map<String, String> TORCHRUN =
            Map.of("RANK", "5", "WORLD_SIZE", "8", "LOCAL_RANK", "1", "MASTER_ADDR", "node-a", "MASTER_PORT", "29500");

    /** As Kubeflow Trainer writes them; a name of its headless service. */
    private static final Map<String, String> TRAIN_JOB = Map.of(
            "PET_NNODES", "4",
            "PET_NPROC_PER_NODE", "1",
            "PET_NODE_RANK", "3",
            "PET_MASTER_ADDR", "mnist-node-0-0.mnist",
            "PET_MASTER_PORT", "29400");

    /** As srun writes them. */
    private static final Map<String, String> SLURM = Map.ofEntries(
            Map.entry("SLURM_JOB_ID", "200505"),
            Map.entry("SLURM_JOBID", "200505"),
            Map.entry("SLURM_STEP_ID", "0"),
            Map.entry("SLURM_STEPID", "0"),
            Map.entry("SLURM_NTASKS", "8"),
            Map.entry("SLURM_NPROCS", "8"),
            Map.entry("SLURM_PROCID", "6"),
            Map.entry("SLURM_LOCALID", "2"),
            Map.entry("SLURM_NODEID", "1"),
            Map.entry("SLURM_JOB_NODELIST", "gnode[10,20,25,37]"),
            Map.entry("SLURM_NODELIST", "gnode[10,20,25,37]"));

    private static final Map<String, String> MPI = Map.of(
            "OMPI_COMM_WORLD_RANK", "1",
            "OMPI_COMM_WORLD_SIZE", "2",
            "OMPI_COMM_WORLD_LOCAL_RANK", "1",
            "MASTER_ADDR", "10.0.0.4",
            "MASTER_PORT", "29501");

    private static Optional<RankSettings> read(Map<String, String> environment) {
        return RankSettings.ofEnvironment(environment);
    }

    private static RankSettings settings(int rank, int world, int localRank, String address, int port) {
        return new RankSettings(rank, world, localRank, address, port, RankSettings.DEFAULT_TIMEOUT);
    }

    private static Map<String, String> with(Map<String, String> variables, String name, String value) {
        var changed = new HashMap<>(variables);
        changed.put(name, value);
        return changed;
    }

    private static Map<String, String> without(Map<String, String> variables, String... names) {
        var changed = new HashMap<>(variables);
        for (String name : names) {
            assertThat(changed.remove(name)).isNotNull();
        }
        return changed;
    }

    private static void refused(Map<String, String> environment, String sentence) {
        assertThatThrownBy(() -> read(environment))
                .isInstanceOf(StokerException.class)
                .hasMessage(sentence);
    }

    @Test
    void anEnvironmentWithoutALauncherHasNoRanks() {
        assertThat(read(Map.of())).isEmpty();
        assertThat(read(Map.of("PATH", "/bin", "MASTER_ADDR", "a", "MASTER_PORT", "1", "RANK", " ")))
                .isEmpty();
    }

    @Test
    void torchrunSaysWhoIsWho() {
        assertThat(read(TORCHRUN)).hasValue(settings(5, 8, 1, "node-a", 29500));
        assertThat(read(without(TORCHRUN, "LOCAL_RANK"))).hasValue(settings(5, 8, 0, "node-a", 29500));
    }

    @Test
    void whereTheAgentOfTorchrunHoldsThePortTheNextOneIsTaken() {
        assertThat(read(with(TORCHRUN, "TORCHELASTIC_USE_AGENT_STORE", "True")))
                .hasValue(settings(5, 8, 1, "node-a", 29501));
        assertThat(read(with(TORCHRUN, "TORCHELASTIC_USE_AGENT_STORE", "False")))
                .hasValue(settings(5, 8, 1, "node-a", 29500));
    }

    @Test
    void aWorldOfOneIsAWorldAndNeedsNoMaster() {
        assertThat(read(Map.of("RANK", "0", "WORLD_SIZE", "1"))).hasValue(settings(0, 1, 0, "127.0.0.1", 0));
        assertThat(read(Map.of("OMPI_COMM_WORLD_RANK", "0", "OMPI_COMM_WORLD_SIZE", "1")))
                .hasValue(settings(0, 1, 0, "127.0.0.1", 0));
    }

    @Test
    void aMissingVariableIsNamedWithTheOneThatNeedsIt() {
        refused(
                without(TORCHRUN, "RANK"),
                "the environment variable WORLD_SIZE is set, but RANK is not; set it to the number of this rank, from"
                        + " 0, or unset WORLD_SIZE");
        refused(
                without(TORCHRUN, "WORLD_SIZE"),
                "the environment variable RANK is set, but WORLD_SIZE is not; set it to the number of ranks, or unset"
                        + " RANK");
        refused(
                without(TORCHRUN, "MASTER_ADDR"),
                "the environment variable RANK is set, but MASTER_ADDR is not; set it to the host of rank 0");
        refused(
                without(TORCHRUN, "MASTER_PORT"),
                "the environment variable RANK is set, but MASTER_PORT is not; set it to a free port of the host of"
                        + " rank 0");
        refused(
                without(TRAIN_JOB, "PET_MASTER_ADDR"),
                "the environment variable PET_NODE_RANK is set, but PET_MASTER_ADDR is not; set it to the host of rank"
                        + " 0");
        refused(
                without(SLURM, "SLURM_PROCID"),
                "the environment variable SLURM_NTASKS is set, but SLURM_PROCID is not; set it to the number of this"
                        + " rank, from 0, or unset SLURM_NTASKS");
        refused(
                without(SLURM, "SLURM_NODELIST", "SLURM_JOB_NODELIST"),
                "the environment variable SLURM_NTASKS is set, but SLURM_JOB_NODELIST is not; set MASTER_ADDR to the"
                        + " host of task 0");
        refused(
                without(SLURM, "SLURM_JOB_ID"),
                "the environment variable SLURM_NTASKS is set, but SLURM_JOB_ID is not; set MASTER_PORT to a free port"
                        + " of the host of task 0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "RANK | eight | 'eight'; it must be a whole number from 0",
                "RANK | -1 | '-1'; it must be a whole number from 0",
                "RANK | 8 | 8, but there are 8 ranks, which count from 0; set it to 0 to 7",
                "WORLD_SIZE | 0 | '0'; it must be a whole number from 1",
                "WORLD_SIZE | 99999999999 | '99999999999'; it must be a whole number from 1",
                "LOCAL_RANK | 1.5 | '1.5'; it must be a whole number from 0",
                "MASTER_PORT | 65536 | '65536'; it must be a whole number from 1 to 65535",
                "MASTER_PORT | http | 'http'; it must be a whole number from 1 to 65535"
            })
    void aWrongValueIsNamedWithItsVariable(String name, String value, String sentence) {
        refused(with(TORCHRUN, name, value), "the environment variable %s is %s".formatted(name, sentence));
    }

    @Test
    void aValueThatWouldBreakTheLineIsEscaped() {
        refused(
                with(TORCHRUN, "RANK", "1\n2"),
                "the environment variable RANK is '1\\n2'; it must be a whole number from 0");
    }

    @Test
    void aNodeOfATrainJobIsARank() {
        assertThat(read(TRAIN_JOB)).hasValue(settings(3, 4, 0, "mnist-node-0-0.mnist", 29400));
        assertThat(read(without(TRAIN_JOB, "PET_NPROC_PER_NODE"))).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "8"})
    void severalProcessesPerNodeOfATrainJobAreRefused(String perNode) {
        refused(
                with(TRAIN_JOB, "PET_NPROC_PER_NODE", perNode),
                "the environment variable PET_NPROC_PER_NODE is '%s', but each node of a TrainJob is one rank; set numProcPerNode to 1 in the TrainJob, and numNodes to the number of ranks"
                        .formatted(perNode));
    }

    @Test
    void aTaskOfASlurmStepIsARankAndTheFirstHostHasRankZero() {
        assertThat(read(SLURM)).hasValue(settings(6, 8, 2, "gnode10", 25655));
        assertThat(read(with(SLURM, "SLURM_STEP_NODELIST", "gnode[20,25]")))
                .hasValue(settings(6, 8, 2, "gnode20", 25655));
        assertThat(read(without(SLURM, "SLURM_JOB_NODELIST"))).hasValue(settings(6, 8, 2, "gnode10", 25655));
    }

    @Test
    void aMasterThatTheScriptOfASlurmJobExportsIsUsed() {
        var exported = with(with(SLURM, "MASTER_ADDR", "gnode20-ib"), "MASTER_PORT", "6000");
        assertThat(read(exported)).hasValue(settings(6, 8, 2, "gnode20-ib", 6000));
        assertThat(read(with(exported, "WORLD_SIZE", "8"))) // torchrun's variables are incomplete, Slurm's are not
                .hasValue(settings(6, 8, 2, "gnode20-ib", 6000));
    }

    @Test
    void stepsOfOneJobHaveDifferentPorts() {
        assertThat(read(with(SLURM, "SLURM_STEP_ID", "1")).orElseThrow().masterPort())
                .isEqualTo(25656);
    }

    /** In these SLURM_PROCID is 0 and SLURM_NTASKS that of the job. */
    @Test
    void aBatchScriptAShellAndAStepOfOneTaskAreNoRanks() {
        assertThat(read(without(SLURM, "SLURM_STEP_ID"))).isEmpty();
        assertThat(read(with(SLURM, "SLURM_STEP_ID", "4294967290"))).isEmpty();
        assertThat(read(with(SLURM, "SLURM_NTASKS", "1"))).isEmpty();
        assertThat(read(without(SLURM, "SLURM_NTASKS"))).isEmpty();
    }

    @Test
    void aSlurmNumberThatIsNoneIsNamed() {
        refused(
                with(SLURM, "SLURM_STEP_ID", "batch"),
                "the environment variable SLURM_STEP_ID is 'batch'; Slurm sets it to a whole number");
        refused(
                with(SLURM, "SLURM_PROCID", "8"),
                "the environment variable SLURM_PROCID is 8, but there are 8 ranks, which count from 0; set it to 0 to"
                        + " 7");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gpu[003-005,9],login1 | gpu003",
                "gpu[9] | gpu9",
                "gpu[1,3-4] | gpu1",
                "login1,gpu[003-005] | login1",
                "node-a.cluster | node-a.cluster",
                "rack[01-02]node[1-4]x,other | rack01node1x"
            })
    void theFirstHostOfASlurmListIsFound(String list, String first) {
        assertThat(new SlurmNodeList("SLURM_NODELIST", list).firstHost()).isEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpu[", "gpu[a-b]", "gpu[1-", ",gpu1", "(null)", "gpu[]"})
    void aSlurmListThatIsNoneIsNamed(String list) {
        refused(
                with(SLURM, "SLURM_JOB_NODELIST", list),
                "the environment variable SLURM_JOB_NODELIST is '%s', which is no list of hosts such as gpu[01-04]; set MASTER_ADDR to the host of task 0"
                        .formatted(list));
    }

    @Test
    void aProcessOfOpenMpiIsARank() {
        assertThat(read(MPI)).hasValue(settings(1, 2, 1, "10.0.0.4", 29501));
    }

    @Test
    void openMpiDoesNotSayWhereRankZeroIsAndTheOptionIsNamed() {
        refused(
                without(MPI, "MASTER_ADDR"),
                "the environment variable OMPI_COMM_WORLD_RANK is set, but MASTER_ADDR is not; start with mpirun -x"
                        + " MASTER_ADDR=… -x MASTER_PORT=29500, for the host of rank 0");
        refused(
                without(MPI, "MASTER_PORT"),
                "the environment variable OMPI_COMM_WORLD_RANK is set, but MASTER_PORT is not; start with mpirun -x"
                        + " MASTER_PORT=29500, or another free port of rank 0's host");
        refused(
                without(MPI, "OMPI_COMM_WORLD_SIZE"),
                "the environment variable OMPI_COMM_WORLD_RANK is set, but OMPI_COMM_WORLD_SIZE is not; set it to the"
                        + " number of ranks, or unset OMPI_COMM_WORLD_RANK");
    }

    @Test
    void theFirstCompleteLauncherCounts() {
        var all = new HashMap<>(SLURM);
        all.putAll(TRAIN_JOB);
        all.putAll(MPI);
        assertThat(read(all)).hasValue(settings(3, 4, 0, "mnist-node-0-0.mnist", 29400));
        all.putAll(TORCHRUN);
        assertThat(read(all)).hasValue(settings(5, 8, 1, "node-a", 29500));
        all.remove("RANK");
        all.remove("PET_NODE_RANK");
        assertThat(read(all)).hasValue(settings(6, 8, 2, "node-a", 29500));
    }
}
