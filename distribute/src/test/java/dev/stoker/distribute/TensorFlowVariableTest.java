package dev.stoker.distribute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TensorFlowVariableTest {
    private static Optional<RankSettings> read(String text) {
        return RankSettings.ofEnvironment(Map.of("TF_CONFIG", text));
    }

    private static RankSettings settings(int rank, int world, int localRank, String address, int port) {
        return new RankSettings(rank, world, localRank, address, port, RankSettings.DEFAULT_TIMEOUT);
    }

    private static void refused(String text, String sentence) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(StokerException.class)
                .hasMessage("the environment variable TF_CONFIG " + sentence);
    }

    @Test
    void workersAreRanks() {
        String config = """
            {"cluster": {"worker": ["10.1.10.58:12345", "10.1.10.250:12345"]},
             "task": {"type": "worker", "index": 1}}\
            """;
        assertThat(read(config)).hasValue(settings(1, 2, 0, "10.1.10.58", 12345));
    }

    /** As a TFJob of Kubeflow writes it. */
    @Test
    void theChiefIsRankZeroAndWorkersFollow() {
        String config = """
            {"cluster":{"chief":["fashion-chief-0.default.svc:2222"],\
            "worker":["fashion-worker-0.default.svc:2222","fashion-worker-1.default.svc:2222"]},\
            "task":{"type":"%s","index":%d},"environment":"cloud"}\
            """;
        assertThat(read(config.formatted("chief", 0))).hasValue(settings(0, 3, 0, "fashion-chief-0.default.svc", 2222));
        assertThat(read(config.formatted("worker", 0)))
                .hasValue(settings(1, 3, 0, "fashion-chief-0.default.svc", 2222));
        assertThat(read(config.formatted("worker", 1)))
                .hasValue(settings(2, 3, 0, "fashion-chief-0.default.svc", 2222));
        assertThat(read(config.replace("chief\":", "master\":").formatted("master", 0)))
                .hasValue(settings(0, 3, 0, "fashion-chief-0.default.svc", 2222));
    }

    @Test
    void ranksOfOneHostCountTheirLocalRank() {
        String config = """
            {"cluster": {"worker": ["a:1", "b:1", "a:2", "a:3", "[::1]:4"]}, "task": {"type": "worker", "index": %d}}\
            """;
        assertThat(read(config.formatted(3))).hasValue(settings(3, 5, 2, "a", 1));
        assertThat(read(config.formatted(1))).hasValue(settings(1, 5, 0, "a", 1));
        assertThat(read(config.formatted(4))).hasValue(settings(4, 5, 0, "a", 1));
    }

    @Test
    void aTaskWithoutAClusterIsNotDistributed() {
        assertThat(read("{}")).isEmpty();
        assertThat(read("{\"cluster\": {}, \"task\": {\"type\": \"worker\", \"index\": 0}}"))
                .isEmpty();
    }

    @Test
    void aWorldOfOneWorkerIsAWorld() {
        assertThat(read("{\"cluster\": {\"worker\": [\"[::1]:5\"]}, \"task\": {\"type\": \"worker\", \"index\": 0}}"))
                .hasValue(settings(0, 1, 0, "::1", 5));
    }

    @Test
    void parameterServersAndEvaluatorsAreRefused() {
        refused(
                "{\"cluster\": {\"worker\": [\"a:1\"], \"ps\": [\"b:1\"]}, \"task\": {\"type\": \"ps\", \"index\": 0}}",
                "has parameter servers (ps), which Stoker does not use; describe a cluster of workers only");
        refused(
                "{\"cluster\": {\"worker\": [\"a:1\"]}, \"task\": {\"type\": \"evaluator\", \"index\": 0}}",
                "has a task of the type 'evaluator'; Stoker trains and evaluates on tasks of the types chief and"
                        + " worker, start it on these only");
    }

    @Test
    void whatIsMissingOrWrongIsNamed() {
        refused("[1]", "cannot be read: it is not a JSON object; it must be a JSON object");
        refused(
                "{\"cluster\": {\"worker\": [\"a:1\"]}}",
                "has a cluster but no task; add for example \"task\": {\"type\": \"worker\", \"index\": 0}");
        refused(
                "{\"cluster\": {\"chief\": []}, \"task\": {\"type\": \"chief\", \"index\": 0}}",
                "has a cluster without workers; add \"worker\": [\"host:port\", …]");
        refused(
                "{\"cluster\": {\"worker\": \"a:1\"}, \"task\": {\"type\": \"worker\", \"index\": 0}}",
                "has one value for worker; it must be a list of addresses");
        refused(
                "{\"cluster\": {\"worker\": [\"a:1\"]}, \"task\": {\"type\": \"worker\", \"index\": 1}}",
                "has the task worker 1, but the cluster has 1 of this type, which count from 0; correct the index or"
                        + " add the address");
        refused(
                "{\"cluster\": {\"worker\": [\"a\"]}, \"task\": {\"type\": \"worker\", \"index\": 0}}",
                "has the address 'a'; it must be host:port, such as worker-0:2222");
        refused(
                "{\"cluster\": {\"worker\": [null]}, \"task\": {\"type\": \"worker\", \"index\": 0}}",
                "has the address 'null'; it must be host:port, such as worker-0:2222");
        refused(
                "{\"cluster\": {\"worker\": [\"a:70000\"]}, \"task\": {\"type\": \"worker\", \"index\": 0}}",
                "has the address 'a:70000'; it must be host:port, such as worker-0:2222");
    }
}
