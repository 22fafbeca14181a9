package dev.stoker.optimize.quantize;

import dev.stoker.onnx.file.OnnxAttribute;
import dev.stoker.onnx.file.OnnxGraph;
import dev.stoker.onnx.file.OnnxNode;
import dev.stoker.onnx.file.OnnxTensor;
import dev.stoker.onnx.file.OnnxType;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes a graph whose layers multiply 8-bit integers, and whose values between layers stay floats: each layer finds the range of its
 * input when it runs, so nothing is calibrated. It costs a pass over the input in each layer, which pays where weights are many and
 * values few.
 *
 * @param graph in floats, with batch norms folded
 */
public record DynamicQuantizer(OnnxGraph graph) {
    /** The byte of a weight of 0: ONNX Runtime has integer convolutions for unsigned weights only. */
    private static final int ZERO = 128;

    /** The layers that can be quantized, in order. Grouped convolutions are not among them: ONNX Runtime computes them slowly. */
    public List<String> layers() {
        return graph.nodes().stream()
                .filter(DynamicQuantizer::isLayer)
                .map(OnnxNode::name)
                .toList();
    }

    private static boolean isLayer(OnnxNode node) {
        return node.operation().equals("Gemm")
                || (node.operation().equals("Conv") && node.attributes().contains(OnnxAttribute.attribute("group", 1)));
    }

    /** In integers, but for layers that stay in floats. */
    public OnnxGraph quantize(Set<String> inFloats) {
        return new Rewriting(inFloats).graph();
    }

    private final class Rewriting {
        private final Set<String> inFloats;
        private final List<OnnxNode> nodes = new ArrayList<>();
        private final Map<String, OnnxTensor> constants = new LinkedHashMap<>();
        private final Set<String> quantized = new HashSet<>();

        Rewriting(Set<String> inFloats) {
            this.inFloats = inFloats;
        }

        OnnxGraph graph() {
            for (var node : graph.nodes()) {
                if (isLayer(node) && !inFloats.contains(node.name())) {
                    inIntegers(node);
                } else {
                    node.inputs().forEach(this::keep);
                    nodes.add(node);
                }
            }
            return graph.with(nodes, constants);
        }

        private void keep(String input) {
            var constant = graph.constants().get(input);
            if (constant != null) {
                constants.put(input, constant);
            }
        }

        private OnnxTensor source(String name) {
            var tensor = graph.constants().get(name);
            if (tensor == null) {
                throw new IllegalStateException("%s is no constant".formatted(name));
            }
            return tensor;
        }

        private String constant(OnnxTensor tensor) {
            constants.put(tensor.name(), tensor);
            return tensor.name();
        }

        private String node(String operation, String name, List<String> inputs, OnnxAttribute... attributes) {
            nodes.add(new OnnxNode(operation, name, inputs, name, List.of(attributes)));
            return name;
        }

        /** Bytes of the input times bytes of the weights, times both scales, plus the bias. */
        private void inIntegers(OnnxNode layer) {
            boolean linear = layer.operation().equals("Gemm");
            String x = layer.inputs().getFirst();
            String name = layer.output();
            quantizeInput(x);
            var weights = QuantizedWeights.of(source(layer.inputs().get(1)));
            String products = linear
                    ? node(
                            "MatMulInteger",
                            name + "/products",
                            List.of(x + "/dynamic", constant(transposed(weights.values())), x + "/dynamic_zero"))
                    : node(
                            "ConvInteger",
                            name + "/products",
                            List.of(x + "/dynamic", constant(unsigned(weights.values())), x + "/dynamic_zero", zero()),
                            layer.attributes().toArray(OnnxAttribute[]::new));
            String floats = node(
                    "Cast",
                    name + "/floats",
                    List.of(products),
                    OnnxAttribute.attribute("to", OnnxType.FLOAT.number()));
            String scale = node(
                    "Mul", name + "/both_scales", List.of(x + "/dynamic_scale", perChannel(weights.scales(), linear)));
            boolean bias = layer.inputs().size() > 2;
            String scaled = node("Mul", bias ? name + "/scaled" : name, List.of(floats, scale));
            if (bias) {
                node(
                        "Add",
                        name,
                        List.of(scaled, perChannel(source(layer.inputs().get(2)), linear)));
            }
        }

        private void quantizeInput(String x) {
            if (quantized.add(x)) {
                nodes.add(new OnnxNode(
                        "DynamicQuantizeLinear",
                        x + "/dynamic_quantize",
                        List.of(x),
                        List.of(x + "/dynamic", x + "/dynamic_scale", x + "/dynamic_zero"),
                        List.of()));
            }
        }

        private String zero() {
            return constant(OnnxTensor.bytes("weight_zero", OnnxType.UINT8, List.of(), (byte) ZERO));
        }

        /** A number for each channel, the second dimension. */
        private String perChannel(OnnxTensor values, boolean linear) {
            long channels = values.elements();
            return constant(new OnnxTensor(
                    values.name(),
                    values.type(),
                    linear ? List.of(channels) : List.of(1L, channels, 1L, 1L),
                    values.data()));
        }
    }

    private static OnnxTensor unsigned(OnnxTensor signed) {
        byte[] values = signed.data().toArray(ValueLayout.JAVA_BYTE);
        for (int i = 0; i < values.length; i++) {
            values[i] += (byte) ZERO;
        }
        return OnnxTensor.bytes(signed.name(), OnnxType.UINT8, signed.sizes(), values);
    }

    /** Outputs×inputs as inputs×outputs. */
    private static OnnxTensor transposed(OnnxTensor weights) {
        byte[] values = weights.data().toArray(ValueLayout.JAVA_BYTE);
        int outputs = Math.toIntExact(weights.sizes().getFirst());
        int inputs = values.length / outputs;
        byte[] other = new byte[values.length];
        for (int i = 0; i < outputs; i++) {
            for (int j = 0; j < inputs; j++) {
                other[j * outputs + i] = values[i * inputs + j];
            }
        }
        return OnnxTensor.bytes(weights.name(), weights.type(), List.of((long) inputs, (long) outputs), other);
    }
}
