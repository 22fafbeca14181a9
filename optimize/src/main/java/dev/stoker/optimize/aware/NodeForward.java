package dev.stoker.optimize.aware;

import dev.stoker.onnx.file.OnnxAttribute;
import dev.stoker.onnx.file.OnnxNode;
import dev.stoker.onnx.file.OnnxTensor;
import dev.stoker.tensor.ActivationFunction;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Computes nodes of a graph by libtorch, so that gradients pass through them: the operations that graphs of models consist of.
 *
 * @param constants numbers, and places of slices; weights are found by {@code tensors}
 * @param tensors finds a weight or the output of a node
 */
record NodeForward(Map<String, OnnxTensor> constants, Function<String, Tensor> tensors) {
    Tensor of(OnnxNode node) {
        return switch (node.operation()) {
            case "Conv" ->
                Functional.conv2d(
                        input(node, 0),
                        kernels(input(node, 1)),
                        bias(node),
                        integers(node, "strides"),
                        paddings(node),
                        integers(node, "group")[0]);
            case "Gemm" -> Functional.linear(input(node, 0), input(node, 1), bias(node));
            case "BatchNormalization" ->
                Functional.batchNorm(
                        input(node, 0),
                        input(node, 1),
                        input(node, 2),
                        input(node, 3),
                        input(node, 4),
                        false,
                        0,
                        real(node, "epsilon"));
            case "LRN" ->
                Functional.localResponseNorm(
                        input(node, 0),
                        integers(node, "size")[0],
                        real(node, "alpha"),
                        real(node, "beta"),
                        real(node, "bias"));
            case "Relu" -> ActivationFunction.RELU.of(input(node, 0));
            case "Clip" -> ActivationFunction.RELU6.of(input(node, 0));
            case "Sigmoid" -> ActivationFunction.SIGMOID.of(input(node, 0));
            case "HardSigmoid" -> ActivationFunction.HARD_SIGMOID.of(input(node, 0));
            case "HardSwish" -> ActivationFunction.HARD_SWISH.of(input(node, 0));
            case "Erf" -> Functional.errorFunction(input(node, 0));
            case "Add" ->
                number(node)
                        .map(value -> input(node, 0).plus(value))
                        .orElseGet(() -> input(node, 0).plus(input(node, 1)));
            case "Mul" ->
                number(node)
                        .map(value -> input(node, 0).times(value))
                        .orElseGet(() -> input(node, 0).times(input(node, 1)));
            case "Div" -> input(node, 0).times(1 / number(node).orElseThrow());
            case "MatMul" -> input(node, 0).matrixTimes(input(node, 1));
            case "Softmax" -> Functional.softmax(input(node, 0));
            case "LayerNormalization" ->
                Functional.layerNorm(input(node, 0), input(node, 1), input(node, 2), real(node, "epsilon"));
            case "InstanceNormalization" ->
                Functional.groupNorm(
                        input(node, 0),
                        input(node, 1).elements(),
                        input(node, 1),
                        input(node, 2),
                        real(node, "epsilon"));
            case "Reshape" -> input(node, 0).reshape(places(node, 1));
            case "Transpose" -> input(node, 0).permute(integers(node, "perm"));
            case "Concat" ->
                Functional.concatenate(node.inputs().stream().map(tensors).toList(), 1);
            case "GlobalAveragePool" -> Functional.adaptiveAveragePool2d(input(node, 0), 1, 1);
            case "AveragePool" ->
                Functional.averagePool2d(
                        input(node, 0), integers(node, "kernel_shape"), integers(node, "strides"), paddings(node));
            case "MaxPool" ->
                Functional.maxPool2d(
                        input(node, 0),
                        integers(node, "kernel_shape"),
                        integers(node, "strides"),
                        paddings(node),
                        integers(node, "ceil_mode")[0] == 1);
            case "Flatten" -> input(node, 0).flatten(1);
            case "Slice" -> {
                long from = places(node, 1)[0];
                yield input(node, 0).narrow(places(node, 3)[0], from, places(node, 2)[0] - from);
            }
            case "Identity" -> input(node, 0);
            default -> throw new IllegalStateException("%s is no operation of a model".formatted(node.operation()));
        };
    }

    private Tensor input(OnnxNode node, int index) {
        return tensors.apply(node.inputs().get(index));
    }

    private Optional<Tensor> bias(OnnxNode node) {
        return node.inputs().size() > 2 ? Optional.of(input(node, 2)) : Optional.empty();
    }

    /** The second input, where it is one number. */
    private Optional<Double> number(OnnxNode node) {
        var constant = constants.get(node.inputs().get(1));
        return constant != null && constant.elements() == 1
                ? Optional.of((double) constant.toFloats()[0])
                : Optional.empty();
    }

    private long[] places(OnnxNode node, int index) {
        var constant = Objects.requireNonNull(constants.get(node.inputs().get(index)));
        return constant.data().toArray(ValueLayout.JAVA_LONG_UNALIGNED);
    }

    /** The matrix of a linear layer over the channels of pixels as kernels of 1×1. */
    private static Tensor kernels(Tensor weight) {
        long[] sizes = weight.sizes();
        return sizes.length == 2 ? weight.reshape(sizes[0], sizes[1], 1, 1) : weight;
    }

    /** Of both sides of height and width, which are equal. */
    private static long[] paddings(OnnxNode node) {
        long[] pads = integers(node, "pads");
        return pads.length == 0 ? new long[] {0, 0} : new long[] {pads[0], pads[1]};
    }

    /** None where the node has no such attribute. */
    private static long[] integers(OnnxNode node, String name) {
        return node.attributes().stream()
                .filter(attribute -> attribute.name().equals(name))
                .findFirst()
                .map(NodeForward::integers)
                .orElse(new long[0]);
    }

    private static long[] integers(OnnxAttribute attribute) {
        return switch (attribute) {
            case OnnxAttribute.Integral(String _, long value) -> new long[] {value};
            case OnnxAttribute.Integrals(String _, List<Long> values) ->
                values.stream().mapToLong(Long::longValue).toArray();
            case OnnxAttribute.Real _ -> throw new IllegalStateException(attribute + " is no whole number");
        };
    }

    private static double real(OnnxNode node, String name) {
        for (var attribute : node.attributes()) {
            if (attribute instanceof OnnxAttribute.Real real && real.name().equals(name)) {
                return real.value();
            }
        }
        throw new IllegalStateException("%s has no %s".formatted(node.name(), name));
    }
}
