package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.data.explain.ExplainedStep;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputExplanationTest {
    private static final Path PIXELS = SmallTestData.of(200, 50);
    private static final Path ENCODED = TestImageFiles.of(60, 12);

    @TempDir
    Path folder;

    private InputExplanation pixels(String... settings) {
        return InputExplanation.of(TestRuns.plan(PIXELS, folder, List.of("model=mlp", "device=cpu"), settings));
    }

    private InputExplanation encoded(String... settings) {
        return InputExplanation.of(
                TestRuns.plan(ENCODED, folder, List.of("model=cnn", "size=32", "batch=16", "device=cpu"), settings));
    }

    private static List<String> steps(InputExplanation explanation) {
        return explanation.phases().getFirst().pipeline().steps().stream()
                .map(ExplainedStep::title)
                .toList();
    }

    @Test
    void theChainIsThatOfTheRun() {
        assertThat(steps(pixels("epochs=3"))).containsExactly("loader batch 64, 3 epochs", "shuffle", "samples 200");
        assertThat(steps(encoded("cache=memory", "input-memory=1MiB", "shuffle=blocks:4", "order=relaxed", "epochs=2")))
                .containsExactly(
                        "loader batch 16, 2 epochs, unordered", "shuffle blocks of 4", "cache 512 KiB", "map", "files");
        assertThat(steps(encoded("skip-corrupt=3")))
                .containsExactly("loader batch 16, 8 epochs, skipCorrupt 3", "shuffle", "files");
    }

    @Test
    void theTransformsAreInTheirOrderWithTheirParameters() {
        assertThat(pixels("rotate=5", "vertical-flip=0.5", "flip=random")
                        .phases()
                        .getFirst()
                        .transforms())
                .containsExactly(
                        "RandomCrop[padding=2, edge=BLACK]",
                        "RandomHorizontalFlip[probability=0.5]",
                        "RandomVerticalFlip[probability=0.5]",
                        "RandomRotation[degrees=5.0, fill=0]");
        assertThat(encoded("rand-augment=2:9").phases().getFirst().transforms())
                .satisfiesExactly(
                        crop -> assertThat(crop).startsWith("RandomResizedCrop[height=32, width=32"),
                        flip -> assertThat(flip).isEqualTo("RandomHorizontalFlip[probability=0.5]"),
                        augment -> assertThat(augment).startsWith("RandAugment[operations=2, magnitude=9"));
    }

    @Test
    void eachPhaseHasItsOwnChain() {
        var phases = encoded("progressive=resize=24:32,batch=8:16", "phases=2", "model=resnet8", "epochs=4")
                .phases();
        assertThat(phases).extracting(PhaseInputExplanation::batch).containsExactly(8, 16);
        assertThat(phases).extracting(PhaseInputExplanation::shape).containsExactly("24×24×3", "32×32×3");
        assertThat(phases.getFirst().transforms().getFirst()).startsWith("RandomResizedCrop[height=24");
    }

    @Test
    void theImageRouteAndItsReasonAreNamed() {
        assertThat(encoded().imageRoute()).isEqualTo("augmented on the CPU, which is the device");
        assertThat(encoded("augment=cpu").imageRoute()).isEqualTo("augmented on the CPU, as requested");
        assertThat(encoded("decode=device").imageRoute()).startsWith("decoded and augmented on cpu");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "shuffle=none           | shuffle none gives every epoch the order of the dataset",
                "shuffle=window:10      | shuffle window:10 moves an image only within a window of the 60 images",
                "batch=59               | the last batch of an epoch has 1 of 59 images",
                "steps-per-epoch=2      | steps-per-epoch 2 makes an epoch end after 32 of 60 images",
                "workers=4000           | workers 4000 is more than",
                "batch=auto             | batch auto is found when training starts",
            })
    void whatIsRarelyIntendedIsAWarning(String setting, String warning) {
        assertThat(encoded(setting).warnings()).singleElement().asString().startsWith(warning);
        assertThat(encoded().warnings()).isEmpty();
    }

    @Test
    void droppingTheSameImagesInEveryEpochIsAWarning() {
        assertThat(encoded("shuffle=none", "last-batch=drop").warnings())
                .contains(
                        "last-batch drop with shuffle none drops the same 12 images in every epoch; use shuffle full");
        assertThat(encoded("last-batch=drop").warnings()).isEmpty();
    }

    @Test
    void whatTrainingRefusesIsRefused() {
        assertThatThrownBy(() -> encoded("order=relaxed", "deterministic=true"))
                .hasMessageContaining("but deterministic is true");
        assertThatThrownBy(() -> pixels("cache=memory")).hasMessageContaining("cache is for encoded images");
    }

    @Test
    void nothingIsWritten() {
        var cache = folder.resolve("cache");
        assertThat(encoded("cache=" + cache).text()).contains("└ cache images-", "on disk");
        assertThat(folder).isEmptyDirectory();
    }
}
