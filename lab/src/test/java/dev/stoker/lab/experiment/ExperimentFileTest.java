package dev.stoker.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.job.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentFileTest {
    @TempDir
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("experiment.yaml"), text);
    }

    @Test
    void aFileHasWhatTheFlagsHave() throws IOException {
        Files.writeString(folder.resolve("base.yaml"), "model: mlp\nepochs: 2\n");
        var read = ExperimentFile.read(file("""
            plan: base.yaml
            vary:
              batch: [32, 64]
              lr: log(1e-4..1e-1)
            random: 5
            repeat: 2
            target: 0.9
            """));
        assertThat(read.plan().training().epochs()).isEqualTo(2);
        assertThat(read.variations())
                .containsExactly(Variation.parse("batch=32,64"), Variation.parse("lr=log(1e-4..1e-1)"));
        assertThat(read.settings())
                .containsEntry("random", "5")
                .containsEntry("repeat", "2")
                .containsEntry("target", "0.9");
    }

    @Test
    void aFileWithoutAnythingVariedIsAPlan() throws IOException {
        var read = ExperimentFile.read(file("model: mlp\n"));
        assertThat(read.plan()).isEqualTo(Plan.DEFAULTS.with("model", "mlp"));
        assertThat(read.variations()).isEmpty();
    }

    @Test
    void whatIsWrongIsNamedWithItsLine() throws IOException {
        refused("vary: {batch: [32]}\nrepeet: 2\n", "line 2: an experiment has no key 'repeet'; did you mean repeat?");
        refused("vary: [batch]\n", "line 1: vary needs keys with a list of values each");
        refused("vary:\n  batch: [[1]]\n", "line 2: 'batch' needs one plain value");
        refused("vary: {batch: [32]}\nplan: [a]\n", "line 2: plan needs a file, or keys and values");
        refused("vary: {batch: [32]}\nplan: {modell: mlp}\n", "there is no plan key 'modell'");
        assertThatThrownBy(() -> ExperimentFile.read(folder.resolve("none.yaml")))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("no such file");
    }

    private void refused(String text, String sentence) throws IOException {
        var file = file(text);
        assertThatThrownBy(() -> ExperimentFile.read(file))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void aDefinitionIsWrittenAsAFileThatMeansTheSame() throws IOException {
        var definition = new ExperimentDefinition(
                Plan.DEFAULTS.with("model", "mlp").with("hidden", "8,4"),
                List.of(Variation.parse("batch=32,64"), Variation.parse("lr=log(1e-4..1e-1)")),
                3,
                OptionalInt.of(7));
        var read = ExperimentFile.read(file(ExperimentFile.text(definition)));
        assertThat(new ExperimentDefinition(read.plan(), read.variations(), 3, OptionalInt.of(7)))
                .isEqualTo(definition);
        assertThat(read.settings()).containsEntry("repeat", "3").containsEntry("random", "7");
    }
}
