package dev.stoker.nn.zoo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.nn.ModelSummary;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The figures that are published with the nets. */
class ModelZooCountsTest {

    @ParameterizedTest
    @CsvSource({
        "vgg11, 132863336",
        "vgg13, 133047848",
        "vgg16, 138357544",
        "vgg19, 143667240",
        "vgg11_bn, 132868840",
        "vgg13_bn, 133053736",
        "vgg16_bn, 138365992",
        "vgg19_bn, 143678248",
        "resnet18, 11689512",
        "resnet34, 21797672",
        "resnet50, 25557032",
        "resnet101, 44549160",
        "mobilenet_v1, 4231976",
        "mobilenet_v2, 3504872",
        "mobilenet_v3_small, 2542856",
        "mobilenet_v3_large, 5483032",
        "efficientnet_b0, 5288548",
        "inception_v3, 27161264",
        "mixnet_s, 4134606",
    })
    void parameterCountsAreThosePublished(String name, long parameters) {
        assertThat(ModelSummary.of(ModelZoo.withDefaults(name)).parameters()).isEqualTo(parameters);
    }

    @ParameterizedTest
    @CsvSource({
        "vgg16, 15.47",
        "resnet18, 1.814",
        "resnet50, 4.089",
        "mobilenet_v1, 0.569",
        "mobilenet_v2, 0.301",
        "mobilenet_v3_small, 0.057",
        "mobilenet_v3_large, 0.217",
        "efficientnet_b0, 0.386",
        "inception_v3, 5.713",
    })
    void multiplyAddCountsAreThosePublished(String name, double billions) {
        assertThat(ModelSummary.of(ModelZoo.withDefaults(name)).multiplyAdds() / 1e9)
                .isCloseTo(billions, within(0.0005 + 0.002 * billions));
    }
}
