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
        "vgg11_lrn, 132863336",
        "vgg16c, 133638952",
        "vgg19-32-4096, 38958922",
        "vgg11_bn, 132868840",
        "vgg13_bn, 133053736",
        "vgg16_bn, 138365992",
        "vgg19_bn, 143678248",
        "resnet18, 11689512",
        "resnet34, 21797672",
        "resnet50, 25557032",
        "resnet101, 44549160",
        "resnext50_32x4d, 25028904",
        "resnext101_32x8d, 88791336",
        "wide_resnet50_2, 68883240",
        "wide_resnet101_2, 126886696",
        "mobilenet_v1, 4231976",
        "mobilenet_v2, 3504872",
        "mobilenet_v2_0.5, 1968680",
        "mobilenet_v2_0.75, 2636424",
        "mobilenet_v2_1.4, 6108776",
        "mobilenet_v3_small, 2542856",
        "mobilenet_v3_small_0.75, 1653920",
        "mobilenet_v3_large, 5483032",
        "mobilenet_v3_large_0.75, 3377576",
        "efficientnet_b0, 5288548",
        "efficientnet_b1, 7794184",
        "efficientnet_b2, 9109994",
        "efficientnet_b3, 12233232",
        "efficientnet_b4, 19341616",
        "efficientnet_b5, 30389784",
        "efficientnet_b6, 43040704",
        "efficientnet_b7, 66347960",
        "efficientnet_v2_s, 21458488",
        "efficientnet_v2_m, 54139356",
        "regnet_y_400mf, 4344144",
        "regnet_y_800mf, 6432512",
        "regnet_y_1_6gf, 11202430",
        "regnet_y_3_2gf, 19436338",
        "regnet_y_8gf, 39381472",
        "densenet121, 7978856",
        "inception_v3, 27161264",
        "mixnet_s, 4134606",
        "mixnet_m, 5014382",
        "mixnet_l, 7329252",
        "convnext_tiny, 28589128",
        "convnext_small, 50223688",
        "convnext_base, 88591464",
        "vit_b_16, 86567656",
        "vit_s_16, 22050664",
        "deit_s_16, 22050664",
        "deit_b_16, 86567656",
    })
    void parameterCountsAreThosePublished(String name, long parameters) {
        assertThat(ModelSummary.of(ModelZoo.withDefaults(name)).parameters()).isEqualTo(parameters);
    }

    @ParameterizedTest
    @CsvSource({
        "vgg16, 15.47",
        "resnet18, 1.814",
        "resnet50, 4.089",
        "resnext50_32x4d, 4.230",
        "resnext101_32x8d, 16.414",
        "wide_resnet50_2, 11.398",
        "wide_resnet101_2, 22.753",
        "mobilenet_v1, 0.569",
        "mobilenet_v2, 0.301",
        "mobilenet_v3_small, 0.057",
        "mobilenet_v3_large, 0.217",
        "efficientnet_b0, 0.386",
        "efficientnet_b1, 0.687",
        "efficientnet_b2, 1.088",
        "efficientnet_b3, 1.827",
        "efficientnet_b4, 4.394",
        "efficientnet_b5, 10.266",
        "efficientnet_b6, 19.068",
        "efficientnet_b7, 37.746",
        "efficientnet_v2_s, 8.366",
        "efficientnet_v2_m, 24.582",
        "regnet_y_400mf, 0.402",
        "regnet_y_800mf, 0.834",
        "regnet_y_1_6gf, 1.612",
        "regnet_y_3_2gf, 3.176",
        "regnet_y_8gf, 8.473",
        "densenet121, 2.834",
        "inception_v3, 5.713",
        "convnext_tiny, 4.456",
        "convnext_small, 8.684",
        "convnext_base, 15.355",
        "vit_b_16, 17.564",
    })
    void multiplyAddCountsAreThosePublished(String name, double billions) {
        assertThat(ModelSummary.of(ModelZoo.withDefaults(name)).multiplyAdds() / 1e9)
                .isCloseTo(billions, within(0.0005 + 0.002 * billions));
    }
}
