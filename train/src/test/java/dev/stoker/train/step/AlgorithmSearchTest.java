package dev.stoker.train.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.nn.zoo.ModelZoo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlgorithmSearchTest {
    @ParameterizedTest
    @CsvSource({
        "resnet18, 4",
        "resnet18_cifar, 4",
        "vgg19-32, 4",
        "resnet50, 0",
        "densenet121, 0",
        "efficientnet_b0, 0",
        "mobilenet_v3_large, 0",
        "convnext_tiny, 0",
        "vit_b_16, 0",
        "mlp, 0"
    })
    void plansAreTriedForModelsOfDenseConvolutions(String model, int plans) {
        assertThat(AlgorithmSearch.plansFor(ModelZoo.withDefaults(model))).isEqualTo(plans);
    }
}
