package dev.stoker.nn;

import java.util.List;

/**
 * A node of a model. Layers only say what they are; the forward pass, the weights they need, the shapes and the summary
 * are separate readers of the tree.
 */
public sealed interface Layer {

    record Conv2d(int in, int out, int kernel, int stride, int padding, int groups, boolean bias) implements Layer {
        public Conv2d {
            positive("in", in);
            positive("out", out);
            positive("kernel", kernel);
            positive("stride", stride);
            positive("groups", groups);
            if (in % groups != 0 || out % groups != 0) {
                throw new IllegalArgumentException("groups must divide the channels, got %d groups for %d → %d channels"
                        .formatted(groups, in, out));
            }
        }

        /** A square kernel that keeps the size at stride 1, without bias because batch norm follows. */
        public static Conv2d same(int in, int out, int kernel, int stride) {
            return new Conv2d(in, out, kernel, stride, kernel / 2, 1, false);
        }
    }

    record BatchNorm2d(int channels, double momentum, double epsilon) implements Layer {
        public BatchNorm2d {
            positive("channels", channels);
        }

        public BatchNorm2d(int channels) {
            this(channels, 0.1, 1e-5);
        }
    }

    record Linear(int in, int out) implements Layer {
        public Linear {
            positive("in", in);
            positive("out", out);
        }
    }

    record Relu() implements Layer {}

    record MaxPool2d(int window, int stride, int padding) implements Layer {
        public MaxPool2d {
            positive("window", window);
            positive("stride", stride);
        }
    }

    /** The mean over the picture: n×c×h×w becomes n×c×1×1. */
    record GlobalAveragePool() implements Layer {}

    record Flatten() implements Layer {}

    /** Children one after the other; their names are path elements of the weights' names. */
    record Sequential(List<Named> children) implements Layer {
        public Sequential {
            children = List.copyOf(children);
        }

        /** Children named by position, as PyTorch's {@code nn.Sequential} does. */
        public static Sequential of(Layer... layers) {
            return new Sequential(java.util.stream.IntStream.range(0, layers.length)
                    .mapToObj(i -> new Named(Integer.toString(i), layers[i]))
                    .toList());
        }

        public static Sequential of(Named... children) {
            return new Sequential(List.of(children));
        }
    }

    /** {@code relu(body(x) + shortcut(x))}; an empty shortcut is the identity. */
    record Residual(Sequential body, Sequential shortcut) implements Layer {}

    /** A child and its name. */
    record Named(String name, Layer layer) {}

    static Named named(String name, Layer layer) {
        return new Named(name, layer);
    }

    private static void positive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, got " + value);
        }
    }
}
