package dev.stoker.job.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanPathsTest {
    @TempDir
    private Path folder;

    private Plan read(String yaml) throws IOException {
        return PlanFile.read(Files.writeString(folder.resolve("plan.yaml"), yaml), Plan.DEFAULTS);
    }

    private String text(String key, Plan plan) {
        return PlanKey.named(key).text(plan);
    }

    @Test
    void filesThatAPlanReadsAreBesideIt() throws IOException {
        Files.createDirectories(folder.resolve("images"));
        Files.writeString(folder.resolve("layers.yaml"), "[flatten]");
        Files.writeString(folder.resolve("columns.yaml"), "{}");
        Files.write(folder.resolve("w.safetensors"), new byte[] {1});
        var plan = read("data: images\nmodel: layers.yaml\ncolumns: columns.yaml\nweights: ./w.safetensors\n");
        assertThat(text("data", plan)).isEqualTo(folder.resolve("images").toString());
        assertThat(text("model", plan)).isEqualTo(folder.resolve("layers.yaml").toString());
        assertThat(text("columns", plan))
                .isEqualTo(folder.resolve("columns.yaml").toString());
        assertThat(Path.of(text("weights", plan))).isAbsolute().exists();
    }

    @Test
    void whatIsNotBesideThePlanIsLeftToTheWorkingDirectory() throws IOException {
        var plan = read("data: ../examples/apples.csv\nweights: nowhere.safetensors\nmodel: cnn\n");
        assertThat(text("data", plan)).isEqualTo("../examples/apples.csv");
        assertThat(text("weights", plan)).isEqualTo("nowhere.safetensors");
        assertThat(text("model", plan)).isEqualTo("cnn");
    }

    @Test
    void namesAndFoldersToWriteToAreNoPathsOfAPlan() throws IOException {
        for (String name : new String[] {"fashion-mnist-mini", "cnn", "runs", "kept"}) {
            Files.createDirectories(folder.resolve(name));
        }
        var plan = read("data: fashion-mnist-mini\nmodel: cnn\nruns: runs\ncache: kept\nweights: ''\n");
        assertThat(text("data", plan)).isEqualTo("fashion-mnist-mini");
        assertThat(text("model", plan)).isEqualTo("cnn");
        assertThat(text("runs", plan)).isEqualTo("runs");
        assertThat(text("cache", plan)).isEqualTo("kept");
        assertThat(text("weights", plan)).isEmpty();
    }

    @Test
    void anAbsolutePlanMeansTheSameEverywhere() {
        var plan = PlanPaths.absolute(Plan.DEFAULTS
                .with("data", "../examples/apples.csv")
                .with("weights", "./pom.xml")
                .with("runs", "target"));
        assertThat(Path.of(text("data", plan))).isAbsolute().exists();
        assertThat(text("weights", plan))
                .isEqualTo(Path.of("pom.xml").toAbsolutePath().toString());
        assertThat(text("runs", plan)).isEqualTo("target");
        assertThat(PlanPaths.absolute(Plan.DEFAULTS)).isEqualTo(Plan.DEFAULTS);
    }

    @Test
    void eachSourceOfAMixtureIsAPathOfItsOwn() throws IOException {
        Files.createDirectories(folder.resolve("a"));
        var plan = Files.writeString(folder.resolve("mixed.yaml"), "data: a:0.75,fashion-mnist-mini:0.25\n");
        var read = PlanFile.read(plan, Plan.DEFAULTS);
        assertThat(read.data().data()).isEqualTo(folder.resolve("a") + ":0.75,fashion-mnist-mini:0.25");
        assertThat(PlanPaths.absolute(read)).isEqualTo(read);
    }

    @Test
    void aMappingOfDatasetsToWeightsIsAMixture() throws IOException {
        Files.createDirectories(folder.resolve("a"));
        var plan = Files.writeString(
                folder.resolve("mixed.yaml"), "data:\n  a: 0.75\n  fashion-mnist-mini: 1\nepochs: 2\n");
        assertThat(PlanFile.read(plan, Plan.DEFAULTS).data().data())
                .isEqualTo(folder.resolve("a") + ":0.75,fashion-mnist-mini:1.0");
        for (var wrong : Map.of(
                        "data: {a: 1}", "'data' as a mapping names two or more datasets with their weights",
                        "data: {a: 1, b: some}", "'data' needs a weight for b that is a number above 0, such as 0.5",
                        "data: {a: 1, 'b,c': 1}", "'data' names b,c, whose comma separates datasets; rename it",
                        "data: {a: 1, b: 0}", "data gives b the weight 0; leave it out")
                .entrySet()) {
            Files.writeString(plan, wrong.getKey());
            assertThatThrownBy(() -> PlanFile.read(plan, Plan.DEFAULTS))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining(wrong.getValue());
        }
    }
}
