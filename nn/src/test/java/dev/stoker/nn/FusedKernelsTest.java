package dev.stoker.nn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Shape;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.ActivationFunction;
import dev.stoker.tensor.MaxPooling;
import dev.stoker.tensor.cuda.FusedKernel;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FusedKernelsTest {
    private static Set<FusedKernel> of(String model) {
        return FusedKernels.of(ModelZoo.model(model, new Shape(224, 224, 3), 1000));
    }

    private static FusedKernel norm(ActivationFunction activation) {
        return new FusedKernel.Norm(activation, Optional.empty());
    }

    @Test
    void aResNetHasNormsWithReluOneOfThemWithThePoolingAfterIt() {
        assertThat(of("resnet50"))
                .containsExactlyInAnyOrder(
                        new FusedKernel.Stem(3),
                        new FusedKernel.Norm(ActivationFunction.RELU, Optional.of(new MaxPooling(3, 2, 1, false))),
                        norm(ActivationFunction.RELU),
                        norm(ActivationFunction.IDENTITY));
    }

    @Test
    void anEfficientNetHasGatesAndDepthwiseConvolutions() {
        var kernels = of("efficientnet_b0");
        assertThat(kernels)
                .contains(
                        new FusedKernel.Stem(3),
                        norm(ActivationFunction.SILU),
                        norm(ActivationFunction.IDENTITY),
                        new FusedKernel.Gate(32),
                        new FusedKernel.Depthwise(3, 3, 1, 1, 32, 112, false),
                        new FusedKernel.Depthwise(5, 5, 2, 2, 672, 7, false))
                .doesNotContain(norm(ActivationFunction.RELU));
    }

    @Test
    void aConvNeXtHasLayerNormsAndDepthwiseConvolutionsWithABias() {
        assertThat(of("convnext_tiny"))
                .contains(
                        new FusedKernel.LayerNorm(96),
                        new FusedKernel.LayerNorm(768),
                        new FusedKernel.Depthwise(7, 7, 1, 3, 96, 56, true))
                .noneMatch(FusedKernel.Norm.class::isInstance);
    }

    @Test
    void poolingWithoutANormIsAKernelByItself() {
        assertThat(of("vgg11")).containsExactly(new FusedKernel.Pooling(new MaxPooling(2, 2, 0, false)));
    }

    /** What is not asked for is compiled for nothing. */
    @Test
    void aPoolingThatANormTakesIsNoKernelByItself() {
        assertThat(of("vgg11_bn"))
                .containsExactlyInAnyOrder(
                        new FusedKernel.Norm(ActivationFunction.RELU, Optional.of(new MaxPooling(2, 2, 0, false))),
                        norm(ActivationFunction.RELU));
    }

    @Test
    void aNormWithoutAnActivationAfterItKeepsItsValues() {
        var root = Layer.Sequential.of(
                Layer.Conv2d.same(3, 8, 3, 1),
                new Layer.BatchNorm2d(8),
                new Layer.GlobalAveragePool(),
                new Layer.Flatten(),
                new Layer.Linear(8, 2));
        assertThat(FusedKernels.of(new Model("small", new Shape(8, 8, 3), 2, root)))
                .containsExactly(norm(ActivationFunction.IDENTITY));
    }
}
