package dev.stoker.train.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.cuda.GpuSettings;
import java.util.List;
import java.util.Set;
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
    private static final Set<String> SKIPPED =
            Set.of("vgg13", "vgg16", "vgg19", "vgg13_bn", "vgg16_bn", "vgg19_bn", "resnet34", "resnet101");

    private static List<String> names() {
        return ModelZoo.names().stream().filter(name -> !SKIPPED.contains(name)).toList();
    }

    /** Three steps come first; the fourth and those after it are replayed. */
    @ParameterizedTest
    @MethodSource("names")
    void everyModelMakesACapturedStep(String name) {
        var model = ModelZoo.usual(name);
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
