package dev.stoker.optimize.quantize;

import dev.stoker.onnx.file.OnnxAttribute;
import dev.stoker.onnx.file.OnnxGraph;
import dev.stoker.onnx.file.OnnxNode;
import dev.stoker.onnx.file.OnnxTensor;
import dev.stoker.onnx.file.OnnxType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes a graph in 8-bit integers (QDQ): weights are signed bytes with a scale for each output, values between nodes go through a pair
 * of quantization and its inverse, which ONNX Runtime fuses with the node into one that computes with integers.
 *
 * @param graph in floats, with batch norms folded
 */
public record Quantizer(OnnxGraph graph) {
    private static final Set<String> WITH_WEIGHTS = Set.of("Conv", "Gemm");

    /** Other nodes that have a counterpart for integers. */
    private static final Set<String> WITHOUT_WEIGHTS =
            Set.of("Add", "Mul", "Concat", "GlobalAveragePool", "AveragePool", "MaxPool", "Flatten");

    /** Nodes that become a part of the one before them. */
    private static final Set<String> ACTIVATIONS = Set.of("Relu", "Clip");

    /** Nodes whose output has the range of their input. */
    private static final Set<String> SAME_RANGE = Set.of("MaxPool", "Flatten");

    /** Of nodes that stand for no layer: hundreds of names are a part of a small file that can be seen. */
    private static final String UNNAMED = "";

    /** The layers that can be quantized, in order: nodes that have weights. */
    public List<String> layers() {
        return graph.nodes().stream()
                .filter(node -> WITH_WEIGHTS.contains(node.operation()))
                .map(OnnxNode::name)
                .toList();
    }

    /** The tensors whose ranges are needed. */
    public List<String> watched() {
        return List.copyOf(quantized(Set.of()));
    }

    /** Tensors that have a range of their own: others pass through a node that keeps the range of its input. */
    public Set<String> ranged() {
        var tensors = quantized(Set.of());
        return graph.nodes().stream()
                .filter(node -> tensors.contains(node.output()))
                .filter(node -> !SAME_RANGE.contains(node.operation())
                        || !tensors.contains(node.inputs().getFirst()))
                .map(OnnxNode::output)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Weights that become bytes. */
    public Set<String> quantizedWeights() {
        return graph.nodes().stream()
                .filter(node -> WITH_WEIGHTS.contains(node.operation()))
                .map(node -> node.inputs().get(1))
                .collect(Collectors.toSet());
    }

    /** Tensors that no layer has changed yet: pixels, perhaps normalized. */
    public Set<String> pixels() {
        var written = new HashSet<String>();
        for (var node : graph.nodes()) {
            if (WITH_WEIGHTS.contains(node.operation())
                    || node.inputs().stream().anyMatch(written::contains)) {
                written.addAll(node.outputs());
            }
        }
        return quantized(Set.of()).stream()
                .filter(tensor -> !written.contains(tensor))
                .collect(Collectors.toSet());
    }

    /** In integers, but for layers that stay in floats. */
    public OnnxGraph quantize(Map<String, ValueRange> ranges, Set<String> inFloats) {
        return new Rewriting(ranges, inFloats).graph();
    }

    /** Tensors that integers stand for. */
    private Set<String> quantized(Set<String> inFloats) {
        var integerNodes = integerNodes(inFloats);
        var activated = activatedOnly();
        var tensors = new LinkedHashSet<String>();
        for (var node : graph.nodes()) {
            if (!integerNodes.contains(node.name())) {
                continue;
            }
            for (String input : node.inputs()) {
                if (!graph.constants().containsKey(input)
                        && !input.equals(graph.input().name())) {
                    tensors.add(input);
                }
            }
            String output = activated.getOrDefault(node.output(), node.output());
            if (!isResult(output)) {
                tensors.add(output);
            }
        }
        return tensors;
    }

    /**
     * Nodes that compute with integers: layers that do not stay in floats, and others that read what such nodes wrote. After a layer in
     * floats a pool is faster in floats, too.
     */
    private Set<String> integerNodes(Set<String> inFloats) {
        var nodes = new HashSet<String>();
        var written = new HashSet<String>();
        for (var node : graph.nodes()) {
            boolean follows = node.inputs().stream().anyMatch(written::contains);
            boolean integers = WITH_WEIGHTS.contains(node.operation())
                    ? !inFloats.contains(node.name())
                    : follows && WITHOUT_WEIGHTS.contains(node.operation());
            if (integers) {
                nodes.add(node.name());
            }
            if (integers || (follows && ACTIVATIONS.contains(node.operation()))) {
                written.add(node.output());
            }
        }
        return nodes;
    }

    private boolean isResult(String tensor) {
        return graph.nodes().stream()
                .anyMatch(node ->
                        node.operation().equals("Identity") && node.inputs().contains(tensor));
    }

    /** Outputs that only a ReLU reads, with its output: both are one integer node, with the range of the latter. */
    private Map<String, String> activatedOnly() {
        var readers = graph.readers();
        var activated = new HashMap<String, String>();
        for (var node : graph.nodes()) {
            if (ACTIVATIONS.contains(node.operation())
                    && readers.getOrDefault(node.inputs().getFirst(), 0) == 1) {
                activated.put(node.inputs().getFirst(), node.output());
            }
        }
        return activated;
    }

    private final class Rewriting {
        private final Map<String, ValueRange> ranges;
        private final Set<String> integerNodes;
        private final Set<String> tensors;
        private final List<OnnxNode> nodes = new ArrayList<>();
        private final Map<String, OnnxTensor> constants = new LinkedHashMap<>();
        private final Map<String, ValueRange> rangeOf = new HashMap<>();

        Rewriting(Map<String, ValueRange> ranges, Set<String> inFloats) {
            this.ranges = ranges;
            integerNodes = integerNodes(inFloats);
            tensors = quantized(inFloats);
        }

        OnnxGraph graph() {
            for (var node : Quantizer.this.graph.nodes()) {
                boolean integers = integerNodes.contains(node.name()) && WITH_WEIGHTS.contains(node.operation());
                nodes.add(integers ? inIntegers(node) : plain(node));
                if (tensors.contains(node.output())) {
                    pair(node);
                }
            }
            return Quantizer.this.graph.with(nodes, constants);
        }

        private OnnxNode plain(OnnxNode node) {
            node.inputs().forEach(input -> {
                var constant = Quantizer.this.graph.constants().get(input);
                if (constant != null) {
                    constants.put(input, constant);
                }
            });
            return node.withInputs(this::read);
        }

        /** What a node reads: floats that went through integers where there are such. */
        private String read(String tensor) {
            return tensors.contains(tensor) ? tensor + "/dequantized" : tensor;
        }

        private void pair(OnnxNode node) {
            String tensor = node.output();
            var range = SAME_RANGE.contains(node.operation())
                    ? rangeOf.getOrDefault(node.inputs().getFirst(), rangeFor(tensor))
                    : rangeFor(tensor);
            rangeOf.put(tensor, range);
            String scale = constant(OnnxTensor.floats(tensor + "/scale", List.of(), range.scale()));
            String zero =
                    constant(OnnxTensor.bytes(tensor + "/zero", OnnxType.UINT8, List.of(), (byte) range.zeroPoint()));
            nodes.add(new OnnxNode(
                    "QuantizeLinear", UNNAMED, List.of(inFloats(node), scale, zero), tensor + "/quantized", List.of()));
            nodes.add(new OnnxNode(
                    "DequantizeLinear",
                    UNNAMED,
                    List.of(tensor + "/quantized", scale, zero),
                    tensor + "/dequantized",
                    List.of()));
        }

        /**
         * ONNX Runtime would move the quantization before a pool in floats, where pools of bytes are slow: 1.12 ms in place of
         * 0.07 ms for 32 maps of 32×28×28. A maximum that changes nothing keeps it after the pool.
         */
        private String inFloats(OnnxNode node) {
            if (!node.operation().equals("MaxPool") || integerNodes.contains(node.name())) {
                return node.output();
            }
            String lowest = constant(OnnxTensor.floats("lowest", List.of(), -Float.MAX_VALUE));
            String same = node.output() + "/floats";
            nodes.add(new OnnxNode("Max", same, List.of(node.output(), lowest), same, List.of()));
            return same;
        }

        private ValueRange rangeFor(String tensor) {
            var range = ranges.get(tensor);
            if (range == null) {
                throw new IllegalStateException("the range of %s was not measured".formatted(tensor));
            }
            return range;
        }

        private String constant(OnnxTensor tensor) {
            constants.put(tensor.name(), tensor);
            return tensor.name();
        }

        private OnnxNode inIntegers(OnnxNode node) {
            var inputs = new ArrayList<String>();
            String x = node.inputs().getFirst();
            inputs.add(read(x));
            var weights = QuantizedWeights.of(source(node.inputs().get(1)));
            boolean product = node.operation().equals("Gemm");
            inputs.add(dequantized(
                    weights.values(), weights.scales(), product ? zeros(weights.values()) : Optional.empty()));
            if (node.inputs().size() > 2) {
                // ONNX Runtime rounds a bias in floats by itself, unless the output stays in floats, as logits do.
                var bias = source(node.inputs().get(2));
                inputs.add(
                        product && tensors.contains(x)
                                ? bias(
                                        bias,
                                        rangeOf.getOrDefault(x, rangeFor(x)).scale(),
                                        weights)
                                : constant(bias));
            }
            return new OnnxNode(node.operation(), node.name(), inputs, node.output(), node.attributes());
        }

        /**
         * ONNX Runtime computes a matrix product with integers only where zero points of the weights are there. Convolutions do without:
         * those of each channel would be a twentieth of a small file.
         */
        private static Optional<OnnxTensor> zeros(OnnxTensor weights) {
            int outputs = Math.toIntExact(weights.sizes().getFirst());
            return Optional.of(OnnxTensor.bytes(
                    weights.name() + "/zero", OnnxType.INT8, List.of((long) outputs), new byte[outputs]));
        }

        private OnnxTensor source(String name) {
            var tensor = Quantizer.this.graph.constants().get(name);
            if (tensor == null) {
                throw new IllegalStateException("%s is no constant".formatted(name));
            }
            return tensor;
        }

        private String bias(OnnxTensor bias, float inputScale, QuantizedWeights weights) {
            float[] values = bias.toFloats();
            float[] scales = weights.scales().toFloats();
            var integers = new int[values.length];
            for (int i = 0; i < values.length; i++) {
                scales[i] *= inputScale;
                integers[i] = (int) Math.clamp(
                        Math.round((double) values[i] / scales[i]), (long) Integer.MIN_VALUE, Integer.MAX_VALUE);
            }
            return dequantized(
                    OnnxTensor.integers(bias.name(), integers),
                    OnnxTensor.floats(bias.name() + "/scale", bias.sizes(), scales),
                    Optional.empty());
        }

        private String dequantized(OnnxTensor values, OnnxTensor scales, Optional<OnnxTensor> zeros) {
            String output = values.name() + "/dequantized";
            var inputs = new ArrayList<>(List.of(constant(values), constant(scales)));
            zeros.ifPresent(zero -> inputs.add(constant(zero)));
            nodes.add(new OnnxNode(
                    "DequantizeLinear", UNNAMED, inputs, output, List.of(OnnxAttribute.attribute("axis", 0))));
            return output;
        }
    }
}
