package dev.stoker.job;

import static dev.stoker.job.TestRuns.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.job.internal.setup.ModelFactory;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanFile;
import dev.stoker.job.registry.ModelRegistry;
import dev.stoker.nn.zoo.ModelZoo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class YamlModelRunTest {
    private static final String LAYERS = """
        - {layer: conv2d, name: stem, out: 4, kernel: 3, stride: 2, padding: same}
        - relu
        - flatten
        - {layer: linear, name: head, out: classes}
        """;

    private static final Path DATA = SmallTestData.of(300, 100);
    private static final List<String> DEFAULTS = List.of("epochs=2", "checkpoint-every=3", "threads=1");

    @TempDir
    Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Plan plan(String model) {
        return TestRuns.plan(DATA, folder, DEFAULTS, "model=" + model);
    }

    static List<String> zoo() {
        return ModelZoo.names();
    }

    @ParameterizedTest
    @MethodSource("zoo")
    void everyModelOfTheZooIsTheSameThroughItsYaml(String name) throws IOException {
        var file = file(
                "net.yaml", ModelRegistry.yaml(name, OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty()));
        assertThat(ModelFactory.defaultModel(file.toString())).isEqualTo(ModelZoo.withDefaults(name));
        String line = ModelFactory.resolved(file.toString());
        assertThat(line).hasLineCount(1);
        var model = ModelZoo.withDefaults(name);
        assertThat(ModelFactory.build(line, model.input(), model.classes())).isEqualTo(model);
    }

    @Test
    void layersInThePlanInAFileAndInJavaTrainToTheSameWeights() throws IOException {
        var byFile = run(plan(file("net.yaml", LAYERS).toString()).with("name", "file"));
        Path nested = file("plan.yaml", "model:\n" + LAYERS.indent(2));
        var inPlan = run(plan("cnn")
                .with(
                        "model",
                        PlanFile.read(nested, Plan.DEFAULTS).model().model().chosen()));
        assertThat(byFile.model()).isEqualTo("net");
        assertThat(inPlan.modelSha256().isEmpty()).isFalse();
        assertThat(weights(inPlan.run())).isEqualTo(weights(byFile.run()));
        var again = run(
                PlanFile.read(byFile.run().resolve("plan.yaml"), Plan.DEFAULTS).with("name", "again"));
        assertThat(again.modelSha256()).isEqualTo(byFile.modelSha256());
    }

    /** Without the header, which has the name of the model. */
    private static String weights(Path run) throws IOException {
        var bytes = Files.readAllBytes(run.resolve("model.safetensors"));
        int header = java.nio.ByteBuffer.wrap(bytes)
                .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                .getInt(0);
        return java.util.HexFormat.of().formatHex(bytes, 8 + header, bytes.length);
    }

    @Test
    void aRunResumesWithoutTheFileOfItsModel() throws IOException {
        Path file = file("net.yaml", LAYERS);
        var whole = run(plan(file.toString()).with("name", "whole"));
        var polls = new AtomicInteger();
        Path stopped;
        try (var job = TrainingJob.start(plan(file.toString()).with("name", "stopped"))) {
            assertThat(job.run(List.of(), () -> polls.incrementAndGet() > 4)).isEmpty();
            stopped = job.folder();
        }
        Files.delete(file);
        try (var job = TrainingJob.resume(stopped.toString(), folder, Map.of())) {
            assertThat(job.run(List.of(), () -> false).orElseThrow().modelSha256())
                    .isEqualTo(whole.modelSha256());
        }
        Path other = file("other.yaml", LAYERS.replace("out: 4", "out: 8"));
        assertThatThrownBy(() -> TrainingJob.resume(stopped.toString(), folder, Map.of("model", other.toString())))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("was started with model net (layers in the plan) and cannot continue with other");
    }

    @Test
    void anErrorInAFileNamesFileAndLine() throws IOException {
        assertThatThrownBy(() -> run(plan(
                        file("a.yaml", LAYERS.replace("stride: 2", "strid: 2")).toString())))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(
                        "a.yaml, line 1: layer stem (conv2d): there is no key 'strid'; did you mean stride?");
        assertThatThrownBy(() -> run(
                        plan(file("b.yaml", LAYERS.replace("- flatten\n", "")).toString())))
                .hasMessageContaining("b.yaml, line 3: layer head (linear): its input is a feature map of 4×14×14: put"
                        + " flatten before it");
        assertThatThrownBy(() -> run(plan(file("c.yaml", "- &a relu\n- *a\n").toString())))
                .hasMessageContaining("c.yaml, line 2: aliases are not read");
        assertThatThrownBy(() -> run(plan(file("d.yaml", "- {layer: relu\n").toString())))
                .hasMessageContaining("d.yaml, line 1, column");
        assertThatThrownBy(() -> run(plan(file("e.yaml", "").toString())))
                .hasMessageContaining("e.yaml is no model: it is empty");
        assertThatThrownBy(() -> run(plan(folder.resolve("none.yaml").toString())))
                .hasMessageContaining("cannot read the model")
                .hasMessageContaining("no such file");
        assertThatThrownBy(() -> run(plan("[relu, convd]")))
                .hasMessageContaining("layer 1 (convd): there is no layer 'convd'; did you mean conv2d?");
        assertThatThrownBy(
                        () -> ModelFactory.defaultModel(file("f.yaml", LAYERS).toString()))
                .hasMessageContaining("add 'input: [32, 32, 3]' and 'classes: 10'");
        assertThatThrownBy(() -> PlanFile.read(file("p.yaml", "epochs: [1, 2]\n"), Plan.DEFAULTS))
                .hasMessageContaining("'epochs' needs one plain value");
    }
}
