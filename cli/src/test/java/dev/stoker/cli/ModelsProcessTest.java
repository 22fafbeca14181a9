package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelsProcessTest {
    @TempDir
    Path folder;

    @Test
    void modelsAreListedWithWhatTheyCost() {
        var listed = StokerProcess.run(folder, "models");
        assertThat(listed.err()).isEmpty();
        assertThat(listed.exitCode()).isZero();
        assertThat(listed.out())
                .containsPattern("resnet50 +25,557,032 +4\\.089 +97\\.\\d MiB +\\S+ GiB +224×224×3 +1000")
                .containsPattern("inception_v3 +27,161,264 +5\\.713 .* 299×299×3 +1000");
        var json = StokerProcess.run(folder, "models", "--json", "--batch", "1").out();
        assertThat(json).hasLineCount(1).contains("\"name\":\"vgg16\",\"parameters\":138357544", "\"batch\":1,");
    }

    @Test
    void oneModelIsShownLayerByLayer() {
        var shown = StokerProcess.run(folder, "models", "--summary", "resnet18", "--size", "64", "--classes", "10");
        assertThat(shown.err()).isEmpty();
        assertThat(shown.out())
                .containsPattern("  conv1 +conv 7×7/2 +64×32×32 +9,408")
                .containsPattern("  layer2 +sequence +128×8×8 +525,568")
                .containsPattern("      downsample\\.0 +conv 1×1/2 +128×8×8 +8,192")
                .containsPattern("  fc +linear, bias +10 features +5,130")
                .contains("resnet18 on 64×64×3, 10 classes: 11,181,642 parameters");
    }

    @Test
    void aModelAsYamlIsShownAndTrainedLikeTheOneItCameFrom() throws IOException {
        var yaml = StokerProcess.run(folder, "models", "--yaml", "cnn");
        assertThat(yaml.err()).isEmpty();
        assertThat(yaml.out()).contains("name: cnn\n", "  - layer: sequential\n    name: features\n", "out: classes}");
        Files.writeString(folder.resolve("net.yaml"), yaml.out());
        var shown = StokerProcess.run(folder, "models", "--summary", "net.yaml", "--classes", "7");
        assertThat(shown.out())
                .isEqualTo(StokerProcess.run(folder, "models", "--summary", "cnn", "--classes", "7")
                        .out());
    }

    @Test
    void invalidArgumentsAreOneSentence() {
        var small = StokerProcess.run(folder, "models", "--summary", "inception_v3", "--size", "32");
        assertThat(small.exitCode()).isEqualTo(2);
        assertThat(small.err())
                .isEqualTo("stoker: inception_v3 needs images of at least 75×75, got 32×32; resize them to size 299"
                        + " (--size)\n");
        var unknown = StokerProcess.run(folder, "models", "--summary", "resnet51");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).startsWith("stoker: there is no model 'resnet51'; did you mean resnet");
    }

    @Test
    void aModelIsWrittenForImagesOfOneChannel() {
        var yaml = StokerProcess.run(
                folder, "models", "--yaml", "resnet18", "--size", "28", "--channels", "1", "--classes", "5");
        assertThat(yaml.err()).isEmpty();
        assertThat(yaml.out()).contains("input: [28, 28, 1]", "classes: 5");
    }
}
