package dev.stoker.train.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.cuda.GpuSettings;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("gpu")
class ZooGpuTest {
    @BeforeAll
    static void thereIsAGpu() {
        LibTorch.whyNoCuda().ifPresent(Assumptions::abort);
        GpuSettings.cudnnBenchmark(0);
    }

    /** Larger variants of models that are covered. */
    private static final Pattern SKIPPED = Pattern.compile(
            "vgg(13|16|16c|19)(_bn)?|resnet(34|101)|resnext101.*|wide_resnet.*|efficientnet_(b[2-7]|v2_m)|regnet_y_[\\d_]+gf|convnext_(small|base)|deit_b_16");

    private static List<String> names() {
        return ModelZoo.names().stream()
                .filter(SKIPPED.asMatchPredicate().negate())
                .toList();
    }

    /** Three steps come first; the fourth and those after it are replayed. */
    @ParameterizedTest
    @MethodSource("names")
    void everyModelMakesACapturedStep(String name) {
        var model = ModelZoo.withDefaults(name);
        for (var precision : List.of(Precision.BF16, Precision.FP16_WHOLE)) {
            try (var step = SyntheticStep.open(model, 4, StepSettings.plain(precision), new Device.Cuda(0))) {
                for (int i = 0; i < 6; i++) {
                    step.run();
                }
                step.synchronize();
                assertThat(step.whyEager()).isEmpty();
                assertThat(step.isCaptured()).isTrue();
                assertThat(step.loss()).isFinite().isPositive();
            }
        }
    }
}
