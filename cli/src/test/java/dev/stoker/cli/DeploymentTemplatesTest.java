package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** What the templates in deploy say about Stoker is so; nothing here asks a cluster. */
class DeploymentTemplatesTest {
    private static final Path DEPLOY = Path.of("../deploy");

    /** A stopped run may take a minute to notice and a minute to save. */
    private static final int SECONDS_TO_STOP = 120;

    private static List<JsonNode> documents(String name) {
        try (var documents = YAMLMapper.shared()
                .readerFor(JsonNode.class)
                .<JsonNode>readValues(DEPLOY.resolve("kubernetes").resolve(name).toFile())) {
            return documents.readAll();
        }
    }

    private static JsonNode document(String name, String kind) {
        return documents(name).stream()
                .filter(document -> document.path("kind").asString().equals(kind))
                .findFirst()
                .orElseThrow(() -> new AssertionError("%s has no %s".formatted(name, kind)));
    }

    private static Stream<JsonNode> stream(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }

    /** The pods that a template makes. */
    private static List<JsonNode> pods(String name) {
        return documents(name).stream()
                .flatMap(document -> document.findValues("containers").stream().map(_ -> document))
                .distinct()
                .flatMap(document -> document.findParents("containers").stream())
                .toList();
    }

    private static JsonNode container(JsonNode pod) {
        assertThat(pod.path("containers")).hasSize(1);
        return pod.path("containers").path(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"job.yaml", "pytorchjob.yaml", "trainjob.yaml"})
    void everyContainerRunsACommandThatStokerUnderstands(String name) {
        assertThat(pods(name)).isNotEmpty().allSatisfy(pod -> {
            var words =
                    stream(container(pod).path("args")).map(JsonNode::asString).toArray(String[]::new);
            var parsed = StokerCommand.commandLine().parseArgs(words);
            assertThat(parsed.subcommand().commandSpec().name()).isEqualTo("train");
            assertThat(parsed.subcommand().hasMatchedOption("--continue")).isTrue();
            assertThat(container(pod).has("command")).as("the image's own").isFalse();
        });
    }

    @Test
    void aServedModelHasProbesATokenAndTimeToFinish() {
        assertThat(pods("serve.yaml")).hasSize(1).allSatisfy(pod -> {
            var container = container(pod);
            var words = stream(container.path("args")).map(JsonNode::asString).toArray(String[]::new);
            var parsed = StokerCommand.commandLine().parseArgs(words).subcommand();
            assertThat(parsed.commandSpec().name()).isEqualTo("serve");
            assertThat(parsed.matchedOptionValue("--port", 0))
                    .isEqualTo(container
                            .path("ports")
                            .path(0)
                            .path("containerPort")
                            .asInt());
            assertThat(container
                            .path("readinessProbe")
                            .path("httpGet")
                            .path("path")
                            .asString())
                    .isEqualTo("/v2/health/ready");
            assertThat(container.path("env").path(0).path("name").asString()).isEqualTo("STOKER_SERVE_TOKEN");
            assertThat(pod.path("terminationGracePeriodSeconds").asInt()).isGreaterThan(36); // drain, request, deadline
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"job.yaml", "pytorchjob.yaml", "trainjob.yaml"})
    void aPodHasTimeToStopSharedMemoryAndAPlaceForCheckpoints(String name) {
        assertThat(pods(name)).allSatisfy(pod -> {
            assertThat(pod.path("terminationGracePeriodSeconds").asInt()).isGreaterThan(SECONDS_TO_STOP);
            assertThat(mounted(pod, "/dev/shm").path("emptyDir").path("medium").asString())
                    .isEqualTo("Memory");
            assertThat(mounted(pod, "/runs")
                            .path("persistentVolumeClaim")
                            .path("claimName")
                            .asString())
                    .isEqualTo(document("storage.yaml", "PersistentVolumeClaim")
                            .path("metadata")
                            .path("name")
                            .asString());
            assertThat(mounted(pod, "/plan").path("configMap").path("name").asString())
                    .isEqualTo(document("storage.yaml", "ConfigMap")
                            .path("metadata")
                            .path("name")
                            .asString());
            assertThat(pod.path("securityContext").path("runAsNonRoot").asBoolean())
                    .isTrue();
            assertThat(container(pod)
                            .path("resources")
                            .path("limits")
                            .path("nvidia.com/gpu")
                            .asString())
                    .as("one GPU for each rank")
                    .isEqualTo("1");
        });
    }

    /** The volume that is mounted at a path. */
    private static JsonNode mounted(JsonNode pod, String path) {
        String name = stream(container(pod).path("volumeMounts"))
                .filter(mount -> mount.path("mountPath").asString().equals(path))
                .map(mount -> mount.path("name").asString())
                .collect(Collectors.joining());
        return stream(pod.path("volumes"))
                .filter(volume -> volume.path("name").asString().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing is mounted at " + path));
    }

    @Test
    void theJobNumbersItsRanksAndAllFindTheFirst() {
        var job = document("job.yaml", "Job");
        var service = document("job.yaml", "Service");
        var pod = pods("job.yaml").getFirst();
        String ranks = job.path("spec").path("completions").asString();
        assertThat(job.path("spec").path("completionMode").asString()).isEqualTo("Indexed");
        assertThat(job.path("spec").path("parallelism").asString()).isEqualTo(ranks);
        assertThat(variable(pod, "WORLD_SIZE").path("value").asString()).isEqualTo(ranks);
        assertThat(variable(pod, "RANK").findValue("fieldPath").asString()).contains("job-completion-index");
        String name = job.path("metadata").path("name").asString();
        String subdomain = pod.path("subdomain").asString();
        assertThat(variable(pod, "MASTER_ADDR").path("value").asString()).isEqualTo(name + "-0." + subdomain);
        assertThat(service.path("metadata").path("name").asString()).isEqualTo(subdomain);
        assertThat(service.path("spec").path("clusterIP").asString()).isEqualTo("None");
        assertThat(service.path("spec").path("selector").path("job-name").asString())
                .isEqualTo(name);
        assertThat(variable(pod, "MASTER_PORT").path("value").asString())
                .isEqualTo(
                        service.path("spec").path("ports").path(0).path("port").asString());
    }

    private static JsonNode variable(JsonNode pod, String name) {
        return stream(container(pod).path("env"))
                .filter(variable -> variable.path("name").asString().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not set"));
    }

    @Test
    void operatorsStartOneRankForEachPodInTheContainerThatTheyLookFor() {
        var replicas = document("pytorchjob.yaml", "PyTorchJob").path("spec");
        assertThat(replicas.path("nprocPerNode").asString()).isEqualTo("1");
        assertThat(replicas.path("pytorchReplicaSpecs").propertyNames()).containsExactly("Master", "Worker");
        assertThat(pods("pytorchjob.yaml"))
                .hasSize(2)
                .allSatisfy(pod ->
                        assertThat(container(pod).path("name").asString()).isEqualTo("pytorch"));
        var runtime = document("trainjob.yaml", "TrainingRuntime");
        var job = document("trainjob.yaml", "TrainJob").path("spec");
        assertThat(runtime.findValue("numProcPerNode").asInt()).isEqualTo(1);
        assertThat(job.path("trainer").path("numProcPerNode").asInt()).isEqualTo(1);
        assertThat(job.path("runtimeRef").path("name").asString())
                .isEqualTo(runtime.path("metadata").path("name").asString());
        assertThat(pods("trainjob.yaml"))
                .hasSize(1)
                .allSatisfy(pod ->
                        assertThat(container(pod).path("name").asString()).isEqualTo("node"));
    }

    @Test
    void thePlanOfTheTemplatesIsOne(@TempDir Path folder) throws IOException {
        var map = document("storage.yaml", "ConfigMap").path("data");
        var plan = Files.writeString(
                folder.resolve("plan.yaml"), map.path("plan.yaml").asString());
        assertThat(PlanFile.read(plan, Plan.DEFAULTS)).isNotEqualTo(Plan.DEFAULTS);
    }

    @Test
    void theBatchScriptIsAShellScriptThatStartsOneRankForEachTask() throws Exception {
        Path script = DEPLOY.resolve("slurm/stoker.sbatch");
        assertThat(new ProcessBuilder("bash", "-n", script.toString()).start().waitFor())
                .isZero();
        String text = Files.readString(script);
        assertThat(text).contains("RANK=$SLURM_PROCID WORLD_SIZE=$SLURM_NTASKS LOCAL_RANK=$SLURM_LOCALID");
        assertThat(number(text, "--signal=TERM@(\\d+)")).isGreaterThanOrEqualTo(SECONDS_TO_STOP);
        assertThat(number(text, "--ntasks-per-node=(\\d+)")).isEqualTo(number(text, "--gpus-per-node=(\\d+)"));
        assertThat(unknownFlags(text.substring(text.indexOf("\"$stoker\" train"), text.indexOf("code=$?"))))
                .isEmpty();
    }

    private static int number(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> unknownFlags(String command) {
        var train = TrainCommand.commandLine().getCommandSpec();
        var flags = new ArrayList<String>();
        Pattern.compile("--[a-z-]+").matcher(command).results().forEach(flag -> flags.add(flag.group()));
        assertThat(flags).contains("--continue", "--runs");
        flags.removeIf(flag -> train.findOption(flag) != null);
        return flags;
    }

    @ParameterizedTest
    @ValueSource(strings = {"Dockerfile", "Dockerfile.cuda"})
    void imagesHoldThisVersionAndRunItAsAnotherUserThanRoot(String name) throws IOException {
        var lines = Files.readAllLines(DEPLOY.resolve(name));
        String version = Files.readString(Path.of("../stoker")).replaceAll("(?s).*\nversion=(\\S+)\n.*", "$1");
        assertThat(lines)
                .contains("ARG VERSION=" + version, "USER 10001:10001", "ENTRYPOINT [\"stoker\"]")
                .anyMatch(line -> line.matches("ADD stoker-\\$\\{VERSION}-linux-x86_64(-java)?\\.tar\\.gz /opt/"))
                .filteredOn(line -> line.startsWith("FROM "))
                .hasSize(1);
    }
}
