package dev.stoker.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.stoker.core.Shape;
import dev.stoker.nn.layer.Layer.Activation;
import dev.stoker.nn.layer.Layer.BatchNorm2d;
import dev.stoker.nn.layer.Layer.Conv2d;
import dev.stoker.nn.layer.Layer.Flatten;
import dev.stoker.nn.layer.Layer.GlobalAveragePool;
import dev.stoker.nn.layer.Layer.Linear;
import dev.stoker.nn.layer.Layer.Sequential;
import dev.stoker.nn.zoo.ModelZoo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SavedActivationsTest {
    /**
     * Bytes of all storages that PyTorch's autograd saved in a forward pass of torchvision's model (saved_tensors_hooks, two
     * images, without parameters, no operation in place), over 4 and over the number of images.
     */
    @ParameterizedTest
    @CsvSource({
        "resnet18, 5549760",
        "resnet50, 21503936",
        "vgg11, 12217344",
        "vgg11_bn, 19646144",
        "mobilenet_v2, 19569440",
        "mobilenet_v3_small, 4048512",
        "mobilenet_v3_large, 11040688",
        "efficientnet_b0, 22069521",
        "inception_v3, 24591179",
        "resnext50_32x4d, 28084544",
        "efficientnet_v2_s, 113138074",
        "regnet_y_400mf, 8421288",
        "densenet121, 32632160",
    })
    void asMuchIsSavedAsAutogradSaves(String name, long saved) {
        assertThat(ModelSummary.of(ModelZoo.withDefaults(name)).activations()).isCloseTo(saved, withinPercentage(1));
    }

    /** The image, the output of the convolution (for the norm), that of ReLU (for itself, once), and the means for the linear layer. */
    @Test
    void activationsThatTwoLayersNeedAreCountedOnceAndUnusedOnesNotAtAll() {
        var model = new Model(
                "tiny",
                new Shape(6, 6, 3),
                2,
                Sequential.of(
                        Conv2d.same(3, 4, 3, 1),
                        new BatchNorm2d(4),
                        Activation.RELU,
                        Conv2d.same(4, 5, 1, 1),
                        new GlobalAveragePool(),
                        new Flatten(),
                        new Linear(5, 2)));
        assertThat(ModelSummary.of(model).activations()).isEqualTo(36 * 3 + 36 * 4 + 36 * 4 + 5);
    }
}
