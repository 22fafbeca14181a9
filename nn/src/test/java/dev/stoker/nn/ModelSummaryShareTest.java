package dev.stoker.nn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.nn.zoo.ModelZoo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelSummaryShareTest {

    @ParameterizedTest
    @CsvSource({
        "resnet18, 16, 0.80, 0.85",
        "vgg19-32, 64, 0.85, 0.95", // with a bias
        "resnet50, 8, 0.30, 0.35", // half of its multiplications are in convolutions of 1×1
        "resnet8, 64, 0.15, 0.25", // fewer than 64 channels, except for one
        "cnn, 64, 0, 0",
        "mobilenet_v2, 16, 0, 0"
    })
    void tapesOnTheCpuHaveAKernelForLargeConvolutionsOfThreeByThree(
            String model, int images, double least, double most) {
        assertThat(ModelSummary.tapedConvolutionShare(ModelZoo.withDefaults(model), images))
                .isBetween(least, most);
    }

    @Test
    void fewImagesHaveTooFewTilesInSmallMaps() {
        var model = ModelZoo.withDefaults("resnet18");
        assertThat(ModelSummary.tapedConvolutionShare(model, 1))
                .isLessThan(ModelSummary.tapedConvolutionShare(model, 16));
    }

    @Test
    void denseConvolutionsHaveNoGroupsAndLargerWindowsThanAPixel() {
        assertThat(ModelSummary.denseConvolutionShare(ModelZoo.withDefaults("vgg19-32")))
                .isGreaterThan(0.9);
        assertThat(ModelSummary.denseConvolutionShare(ModelZoo.withDefaults("mobilenet_v2")))
                .isLessThan(0.1);
    }
}
