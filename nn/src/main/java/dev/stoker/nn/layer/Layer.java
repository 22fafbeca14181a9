package dev.stoker.nn.layer;

import dev.stoker.nn.internal.WeightNames;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A node of a model. Layers are descriptions; the forward pass, the weights they need, the shapes and the summary
 * are separate readers of the tree.
 */
public sealed interface Layer {

    record Conv2d(
            int in,
            int out,
            KernelWindow window,
            int groups,
            boolean bias,
            Initializer initializer,
            Initializer biasInitializer)
            implements Layer {
        public Conv2d {
            positive("in", in);
            positive("out", out);
            positive("groups", groups);
            if (in % groups != 0 || out % groups != 0) {
                throw new IllegalArgumentException("groups must divide the channels, got %d groups for %d → %d channels"
                        .formatted(groups, in, out));
            }
        }

        /** With this initializer and, if there is one, a bias of zeros. */
        public Conv2d(int in, int out, KernelWindow window, int groups, boolean bias, Initializer initializer) {
            this(in, out, window, groups, bias, initializer, Initializer.ZERO);
        }

        /** Initialized normally with the variance 2 / fan-out, which preserves gradients through a ReLU (He et al., 2015). */
        public Conv2d(int in, int out, KernelWindow window, int groups, boolean bias) {
            this(
                    in,
                    out,
                    window,
                    groups,
                    bias,
                    new Initializer.Normal(Math.sqrt(2.0 / ((double) out * window.area()))));
        }

        public Conv2d(int in, int out, int kernel, int stride, int padding, int groups, boolean bias) {
            this(in, out, KernelWindow.square(kernel, stride, padding), groups, bias);
        }

        /** A square kernel that keeps the size at stride 1, without bias because batch norm follows. */
        public static Conv2d same(int in, int out, int kernel, int stride) {
            return new Conv2d(in, out, kernel, stride, kernel / 2, 1, false);
        }

        /** One kernel for each channel. */
        public static Conv2d depthwise(int channels, int kernel, int stride) {
            return new Conv2d(channels, channels, kernel, stride, kernel / 2, channels, false);
        }

        public Conv2d withBias() {
            return withBias(biasInitializer);
        }

        public Conv2d withBias(Initializer biasInitializer) {
            return new Conv2d(in, out, window, groups, true, initializer, biasInitializer);
        }

        public Conv2d withInitializer(Initializer initializer) {
            return new Conv2d(in, out, window, groups, bias, initializer, biasInitializer);
        }
    }

    /** Parallel convolutions, each over its own part of the channels, with kernels of several sizes (MixConv). */
    record MixedConv2d(List<Conv2d> parts) implements Layer {
        public MixedConv2d {
            parts = List.copyOf(parts);
        }
    }

    /** Batch norm; without {@code scaleTrainable} the weight stays one and is a buffer. */
    record BatchNorm2d(int channels, double momentum, double epsilon, boolean scaleTrainable) implements Layer {
        public BatchNorm2d {
            positive("channels", channels);
        }

        public BatchNorm2d(int channels, double momentum, double epsilon) {
            this(channels, momentum, epsilon, true);
        }

        public BatchNorm2d(int channels) {
            this(channels, 0.1, 1e-5);
        }
    }

    /**
     * {@code x / (k + alpha · m)^beta}, where m is the mean of the squares of {@code size} neighboring channels; beyond the first and
     * the last channel are zeros (Krizhevsky et al., 2012).
     */
    record LocalResponseNorm(int size, double alpha, double beta, double k) implements Layer {
        public LocalResponseNorm {
            positive("size", size);
            if (size % 2 == 0) {
                throw new IllegalArgumentException("size must be odd, got " + size);
            }
            if (!(alpha >= 0 && k > 0)) {
                throw new IllegalArgumentException(
                        "alpha must be at least 0 and k above 0, got %s and %s".formatted(alpha, k));
            }
        }
    }

    /** Layer norm: of each token over its features, of each pixel of a feature map over its channels. */
    record LayerNorm(int features, double epsilon) implements Layer {
        public LayerNorm {
            positive("features", features);
        }

        public LayerNorm(int features) {
            this(features, 1e-5);
        }
    }

    /** Group norm: of each image, over the pixels and channels of each group of channels. */
    record GroupNorm(int groups, int channels, double epsilon) implements Layer {
        public GroupNorm {
            positive("groups", groups);
            positive("channels", channels);
            if (channels % groups != 0) {
                throw new IllegalArgumentException(
                        "groups must divide the channels, got %d groups for %d channels".formatted(groups, channels));
            }
        }

        public GroupNorm(int groups, int channels) {
            this(groups, channels, 1e-5);
        }
    }

    /** Of a vector, of each token, or of the channels of each pixel. */
    record Linear(int in, int out, boolean bias, Initializer initializer, Initializer biasInitializer)
            implements Layer {
        public Linear {
            positive("in", in);
            positive("out", out);
        }

        /** Initialized as in PyTorch. */
        public Linear(int in, int out) {
            this(in, out, true, Initializer.Uniform.fan(in), Initializer.Uniform.fan(in));
        }

        /** With this initializer and a bias of zeros. */
        public Linear(int in, int out, Initializer initializer) {
            this(in, out, true, initializer, Initializer.ZERO);
        }

        public static Linear withoutBias(int in, int out) {
            return new Linear(in, out, false, Initializer.Uniform.fan(in), Initializer.ZERO);
        }
    }

    /** Encodes the values of a table's row, numbers and categories, as features. */
    record Columns(int values, List<ColumnEncoding> columns) implements Layer {
        public Columns {
            positive("values", values);
            columns = List.copyOf(columns);
            if (columns.isEmpty()) {
                throw new IllegalArgumentException("there must be at least one column");
            }
            for (var column : columns) {
                if (column.index() >= values) {
                    throw new IllegalArgumentException(
                            "a row of %d values has none at %d".formatted(values, column.index()));
                }
            }
        }

        public int features() {
            return columns.stream().mapToInt(ColumnEncoding::features).sum();
        }
    }

    /** An elementwise activation function. */
    enum Activation implements Layer {
        IDENTITY,
        RELU,
        RELU6,
        HARD_SIGMOID,
        HARD_SWISH,
        SIGMOID,
        SILU,
        GELU
    }

    /** With {@code ceil} the last window may reach beyond the image. */
    record MaxPool2d(KernelWindow window, boolean ceil) implements Layer {
        public MaxPool2d(int window, int stride, int padding) {
            this(KernelWindow.square(window, stride, padding), false);
        }
    }

    /** Padding counts as zeros. */
    record AveragePool2d(KernelWindow window) implements Layer {}

    /** Averages to an output of this size. */
    record AdaptiveAveragePool2d(int height, int width) implements Layer {
        public AdaptiveAveragePool2d {
            positive("height", height);
            positive("width", width);
        }
    }

    /** The mean over the image: n×c×h×w becomes n×c×1×1. */
    record GlobalAveragePool() implements Layer {}

    record Flatten() implements Layer {}

    record Scale(double factor) implements Layer {}

    /** Layer scale: a trained factor for each channel, which is a parameter by the name of the layer (Touvron et al., 2021). */
    record LayerScale(int channels, float initial) implements Layer {
        public LayerScale {
            positive("channels", channels);
        }
    }

    /** The pixels of a feature map as tokens, row by row: n×c×h×w becomes n×(h·w)×c. */
    record Tokens() implements Layer {}

    /** One more token before the others, a parameter by the name of the layer. */
    record ClassToken(int features, Initializer initializer) implements Layer {
        public ClassToken {
            positive("features", features);
        }
    }

    /** What is added to each token for its position, a parameter by the name of the layer. */
    record PositionEmbedding(int tokens, int features, Initializer initializer) implements Layer {
        public PositionEmbedding {
            positive("tokens", tokens);
            positive("features", features);
        }
    }

    /**
     * Scaled dot-product attention of all tokens to all, in several heads. The features of a token are its query, key and value, one
     * after the other, as a linear layer computes them; the output has a third as many.
     */
    record SelfAttention(int heads) implements Layer {
        public SelfAttention {
            positive("heads", heads);
        }
    }

    /** The first token alone: n×t×c becomes n×c. */
    record FirstToken() implements Layer {}

    /** In training, zeroes elements at this rate and scales up the others. */
    record Dropout(double rate) implements Layer {
        public Dropout {
            fraction(rate);
        }
    }

    /** Stochastic depth: in training, zeroes whole images at this rate, so that only the shortcut of a residual remains. */
    record DropPath(double rate) implements Layer {
        public DropPath {
            fraction(rate);
        }
    }

    /** Children one after the other; their names are path elements of the weights' names. */
    record Sequential(List<Named> children) implements Layer {
        public Sequential {
            children = List.copyOf(children);
        }

        /** Children named by position, as PyTorch's {@code nn.Sequential} does. */
        public static Sequential of(Layer... layers) {
            return of(List.of(layers));
        }

        public static Sequential of(List<? extends Layer> layers) {
            return new Sequential(IntStream.range(0, layers.size())
                    .mapToObj(i -> new Named(Integer.toString(i), layers.get(i)))
                    .toList());
        }

        public static Sequential of(Named... children) {
            return new Sequential(List.of(children));
        }
    }

    /**
     * {@code activation(body(x) + shortcut(x))}; an empty shortcut is the identity. A name may be empty: then the
     * children are directly under the residual.
     */
    record Residual(String bodyName, Sequential body, String shortcutName, Sequential shortcut, Activation activation)
            implements Layer {
        public Residual(Sequential body, Sequential shortcut) {
            this("body", body, "shortcut", shortcut, Activation.RELU);
        }

        /** {@code x + body(x)}, the children of the body directly under this name. */
        public static Residual around(Sequential body) {
            return new Residual("", body, "shortcut", Sequential.of(List.of()), Activation.IDENTITY);
        }
    }

    /** The channels of all branches, concatenated; the children of a branch without a name are directly under this layer. */
    record Concat(List<Named> branches) implements Layer {
        public Concat {
            branches = List.copyOf(branches);
        }

        public static Concat of(Named... branches) {
            return new Concat(List.of(branches));
        }
    }

    /** {@code x · gate(x)}: squeeze-and-excitation, where the gate computes one factor for each channel. */
    record Gate(Sequential gate) implements Layer {}

    /**
     * An auxiliary classifier in the middle of a net, which helps training and is skipped otherwise. Its input passes by
     * unchanged. Feature maps of less than {@code smallest} pixels a side are too small for the head and skip it too.
     */
    record Auxiliary(Sequential head, int smallest) implements Layer {
        public boolean supports(long height, long width) {
            return height >= smallest && width >= smallest;
        }
    }

    /** A user-defined layer. */
    record Custom(CustomLayer layer) implements Layer {}

    /** A child and its name. */
    record Named(String name, Layer layer) {}

    /** The path of a child or of a weight: without a name it is that of the layer around it. */
    static String path(String parent, String name) {
        return WeightNames.join(parent, name);
    }

    static Named named(String name, Layer layer) {
        return new Named(name, layer);
    }

    private static void positive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, got " + value);
        }
    }

    private static void fraction(double rate) {
        if (!(rate >= 0 && rate < 1)) {
            throw new IllegalArgumentException("the dropout rate must be at least 0 and below 1, got " + rate);
        }
    }
}
