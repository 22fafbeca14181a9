package dev.stoker.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.Layer.Activation;
import dev.stoker.nn.layer.Layer.ClassToken;
import dev.stoker.nn.layer.Layer.Conv2d;
import dev.stoker.nn.layer.Layer.FirstToken;
import dev.stoker.nn.layer.Layer.Flatten;
import dev.stoker.nn.layer.Layer.GlobalAveragePool;
import dev.stoker.nn.layer.Layer.GroupNorm;
import dev.stoker.nn.layer.Layer.LayerNorm;
import dev.stoker.nn.layer.Layer.LayerScale;
import dev.stoker.nn.layer.Layer.Linear;
import dev.stoker.nn.layer.Layer.PositionEmbedding;
import dev.stoker.nn.layer.Layer.Residual;
import dev.stoker.nn.layer.Layer.SelfAttention;
import dev.stoker.nn.layer.Layer.Sequential;
import dev.stoker.nn.layer.Layer.Tokens;
import dev.stoker.nn.layer.WeightSpec;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Layers of tokens and norms of channels, in float64, against plain sums. */
class TokenLayersTest {
    private static final Initializer NORMAL = new Initializer.Normal(0.5);

    private static Tensor noise(long seed, long... sizes) {
        int count = 1;
        for (long size : sizes) {
            count *= (int) size;
        }
        var random = new SeededRandom(new Seed(seed));
        var values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return Tensor.of(values, Device.CPU, sizes).to(DataType.FLOAT64, Device.CPU);
    }

    private static double[] doubles(Tensor tensor) {
        return tensor.to(DataType.FLOAT64, Device.CPU).toHost().toArray(ValueLayout.JAVA_DOUBLE);
    }

    private static void agree(double[] found, double[] expected) {
        assertThat(found).hasSameSizeAs(expected);
        for (int i = 0; i < found.length; i++) {
            assertThat(found[i]).as("element %d", i).isCloseTo(expected[i], within(1e-9 * (1 + Math.abs(expected[i]))));
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 4", "2, 3", "3, 1"})
    void attentionIsAMixtureOfValuesByTheSoftmaxOfProducts(int heads, int perHead) {
        int images = 2;
        int tokens = 5;
        int features = heads * perHead;
        try (var _ = TensorScope.open("test")) {
            var input = noise(1, images, tokens, 3L * features);
            double[] x = doubles(input);
            var expected = new double[images * tokens * features];
            for (int image = 0; image < images; image++) {
                for (int head = 0; head < heads; head++) {
                    for (int token = 0; token < tokens; token++) {
                        double[] shares = shares(x, image * tokens, token, tokens, features, head * perHead, perHead);
                        for (int other = 0; other < tokens; other++) {
                            for (int i = 0; i < perHead; i++) {
                                int column = head * perHead + i;
                                expected[(image * tokens + token) * features + column] += shares[other]
                                        * x[(image * tokens + other) * 3 * features + 2 * features + column];
                            }
                        }
                    }
                }
            }
            agree(doubles(Functional.selfAttention(input, heads)), expected);
        }
    }

    /** How much a token takes of each other, in one head. */
    private static double[] shares(
            double[] x, int firstRow, int token, int tokens, int features, int column, int perHead) {
        var shares = new double[tokens];
        double sum = 0;
        for (int other = 0; other < tokens; other++) {
            double product = 0;
            for (int i = column; i < column + perHead; i++) {
                product +=
                        x[(firstRow + token) * 3 * features + i] * x[(firstRow + other) * 3 * features + features + i];
            }
            shares[other] = Math.exp(product / Math.sqrt(perHead));
            sum += shares[other];
        }
        for (int other = 0; other < tokens; other++) {
            shares[other] /= sum;
        }
        return shares;
    }

    @Test
    void aLayerNormOfAMapIsThatOfTheChannelsOfEachPixel() {
        int channels = 4;
        int pixels = 6;
        try (var _ = TensorScope.open("test")) {
            var images = noise(1, 2, channels, 2, 3);
            var weights = weights(new LayerNorm(channels, 1e-3), channels);
            double[] weight = doubles(weights.tensor("layer", "weight"));
            double[] bias = doubles(weights.tensor("layer", "bias"));
            double[] x = doubles(images);
            var expected = new double[x.length];
            for (int image = 0; image < 2; image++) {
                for (int pixel = 0; pixel < pixels; pixel++) {
                    int at = image * channels * pixels + pixel;
                    double[] moments = moments(x, at, pixels, channels);
                    for (int c = 0; c < channels; c++) {
                        expected[at + c * pixels] =
                                (x[at + c * pixels] - moments[0]) / Math.sqrt(moments[1] + 1e-3) * weight[c] + bias[c];
                    }
                }
            }
            agree(doubles(applied(new LayerNorm(channels, 1e-3), weights, images)), expected);
            agree(doubles(applied(new LayerNorm(channels, 1e-3), weights, images.channelsLast())), expected);
        }
    }

    @Test
    void aGroupNormIsThatOfAllPixelsOfItsChannels() {
        int channels = 6;
        int groups = 2;
        int pixels = 6;
        try (var _ = TensorScope.open("test")) {
            var images = noise(1, 2, channels, 2, 3);
            var weights = weights(new GroupNorm(groups, channels, 1e-3), channels);
            double[] weight = doubles(weights.tensor("layer", "weight"));
            double[] bias = doubles(weights.tensor("layer", "bias"));
            double[] x = doubles(images);
            var expected = new double[x.length];
            int size = channels / groups * pixels;
            for (int i = 0; i < x.length; i++) {
                double[] moments = moments(x, i / size * size, 1, size);
                int c = i / pixels % channels;
                expected[i] = (x[i] - moments[0]) / Math.sqrt(moments[1] + 1e-3) * weight[c] + bias[c];
            }
            agree(doubles(applied(new GroupNorm(groups, channels, 1e-3), weights, images)), expected);
        }
    }

    /** Mean and variance. */
    private static double[] moments(double[] x, int from, int step, int count) {
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < count; i++) {
            sum += x[from + i * step];
        }
        for (int i = 0; i < count; i++) {
            squares += Math.pow(x[from + i * step] - sum / count, 2);
        }
        return new double[] {sum / count, squares / count};
    }

    private static Model around(Layer layer, int channels) {
        return new Model(
                "test",
                new Shape(2, 3, channels),
                6 * channels,
                Sequential.of(Layer.named("layer", layer), Layer.named("flatten", new Flatten())));
    }

    /** All random. */
    private static Weights weights(Layer layer, int channels) {
        return random(Weights.initial(around(layer, channels), new Seed(3), Device.CPU));
    }

    private static Weights random(Weights initial) {
        var weights = initial.to(DataType.FLOAT64);
        try (var _ = Gradients.off()) {
            weights.parameters().forEach((name, tensor) -> tensor.copyFrom(noise(name.hashCode(), tensor.sizes())));
        }
        return weights;
    }

    private static Tensor applied(Layer layer, Weights weights, Tensor images) {
        try (var _ = Gradients.off()) {
            var model = around(layer, Math.toIntExact(images.sizes()[1]));
            return Forward.evaluating(model, weights).apply(images);
        }
    }

    @Test
    void aLinearLayerOfPixelsIsAConvolutionOfOnePixel() {
        var linear = Sequential.of(Layer.named("0", new Linear(4, 4)));
        var convolution = Sequential.of(Layer.named("0", new Conv2d(4, 4, 1, 1, 0, 1, true)));
        try (var _ = TensorScope.open("test")) {
            var images = noise(1, 2, 4, 2, 3);
            var weights = weights(linear, 4);
            var kernels = weights(convolution, 4);
            try (var _ = Gradients.off()) {
                kernels.tensor("layer.0", "weight")
                        .copyFrom(weights.tensor("layer.0", "weight").reshape(4, 4, 1, 1));
            }
            agree(doubles(applied(linear, weights, images)), doubles(applied(convolution, kernels, images)));
        }
    }

    /** After a linear layer its weights are scaled, and elsewhere the activations: both must be the same. */
    @Test
    void aLayerScaleIsTheSameWhereverItIsComputed() {
        var scale = new LayerScale(4, 0.5f);
        var merged = Sequential.of(Layer.named("0", new Linear(4, 4)), Layer.named("scale", scale));
        var apart = Sequential.of(
                Layer.named("0", new Linear(4, 4)), Layer.named("1", Activation.IDENTITY), Layer.named("scale", scale));
        try (var _ = TensorScope.open("test")) {
            var images = noise(1, 2, 4, 2, 3);
            var weights = weights(merged, 4);
            agree(doubles(applied(merged, weights, images)), doubles(applied(apart, weights, images)));
            assertThat(weights.tensor("layer", "scale").sizes()).containsExactly(4, 1, 1);
        }
    }

    private static Model transformer() {
        return new Model(
                "small",
                new Shape(4, 6, 3),
                6,
                Sequential.of(
                        Layer.named("patches", new Conv2d(3, 6, 2, 2, 0, 1, true)),
                        Layer.named("tokens", new Tokens()),
                        Layer.named("token", new ClassToken(6, NORMAL)),
                        Layer.named("positions", new PositionEmbedding(7, 6, NORMAL)),
                        Layer.named(
                                "block",
                                Residual.around(Sequential.of(
                                        Layer.named("norm", new LayerNorm(6)),
                                        Layer.named("attention.in_", new Linear(6, 18)),
                                        Layer.named("attention.heads", new SelfAttention(2)),
                                        Layer.named("attention.out", new Linear(6, 6)),
                                        Layer.named("scale", new LayerScale(6, 0.5f))))),
                        Layer.named("first", new FirstToken())));
    }

    /** In PyTorch a parameter of a module itself comes before those of the modules in it. */
    @Test
    void parametersOfAModuleComeFirst() {
        assertThat(WeightSpec.of(transformer()))
                .extracting(WeightSpec::name)
                .containsExactly(
                        "token",
                        "positions",
                        "patches.weight",
                        "patches.bias",
                        "block.scale",
                        "block.norm.weight",
                        "block.norm.bias",
                        "block.attention.in_weight",
                        "block.attention.in_bias",
                        "block.attention.out.weight",
                        "block.attention.out.bias");
    }

    @Test
    void gradientsOfATransformerAgreeWithFiniteDifferences() {
        var model = transformer();
        try (var _ = TensorScope.open("test")) {
            var weights = random(Weights.initial(model, new Seed(3), Device.CPU));
            weights.parameters().values().forEach(each -> each.requireGradient().createGradient());
            var images = noise(1, 2, 3, 4, 6);
            loss(model, weights, images).backward();
            weights.parameters().forEach((name, tensor) -> {
                try (var _ = TensorScope.open("difference");
                        var _ = Gradients.off()) {
                    var toward = noise(9, tensor.sizes());
                    double slope = tensor.gradient().times(toward).sum().value();
                    var step = toward.times(1e-6);
                    tensor.addInPlace(step);
                    double above = loss(model, weights, images).value();
                    tensor.addInPlace(step.times(-2));
                    double below = loss(model, weights, images).value();
                    tensor.addInPlace(step);
                    assertThat((above - below) / 2e-6).as(name).isCloseTo(slope, within(1e-5 * (1 + Math.abs(slope))));
                    assertThat(slope).as(name).isNotZero();
                }
            });
        }
    }

    private static Tensor loss(Model model, Weights weights, Tensor images) {
        var out = Forward.training(model, weights).apply(images);
        return out.times(out).sum().times(0.01);
    }

    /** 6 patches of 2·2·3 numbers; 7 tokens; what a token is compared with and mixed of, once each. */
    @Test
    void multiplicationsAreCountedForEveryToken() {
        long patches = 6 * 12 * 6;
        long linear = 7 * (6 * 18 + 6 * 6);
        assertThat(ModelSummary.of(transformer()).multiplyAdds()).isEqualTo(patches + linear + 2 * 7 * 7 * 6);
    }

    private static void refused(String sentence, Layer... layers) {
        assertThatThrownBy(() -> new Model("test", new Shape(4, 6, 3), 6, Sequential.of(layers)))
                .isInstanceOf(StokerException.class)
                .hasMessage("model test: layer " + sentence);
    }

    @Test
    void layersThatDoNotFitAreNamed() {
        refused("0 expects tokens, got 3×4×6", new SelfAttention(1));
        refused(
                "1 expects queries, keys and values that 2 heads can divide, got 24 tokens of 3 features",
                new Tokens(),
                new SelfAttention(2));
        refused(
                "1 expects 25 tokens of 3 features, got 24 tokens of 3 features",
                new Tokens(),
                new PositionEmbedding(25, 3, NORMAL));
        refused("1 expects tokens of 4 features, got 24 tokens of 3 features", new Tokens(), new ClassToken(4, NORMAL));
        refused("0 expects 4 features, got 3×4×6", new LayerNorm(4));
        refused("1 expects a feature map, got 24 tokens of 3 features", new Tokens(), new GlobalAveragePool());
        assertThatThrownBy(() -> new GroupNorm(4, 6)).hasMessageContaining("groups must divide the channels");
    }
}
