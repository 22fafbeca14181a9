package dev.stoker.optimize.aware;

import dev.stoker.core.DataType;
import dev.stoker.nn.Model;
import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.CustomLayer;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.WeightSpec;
import dev.stoker.onnx.file.OnnxGraph;
import dev.stoker.onnx.file.OnnxNode;
import dev.stoker.onnx.file.OnnxTensor;
import dev.stoker.onnx.file.OnnxType;
import dev.stoker.optimize.quantize.Quantizer;
import dev.stoker.tensor.FakeQuantization;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A whole model as one layer, which computes the nodes of its graph and rounds to 8 bits what the {@link Quantizer} of the same graph will
 * write in 8 bits: nowhere else, and nowhere twice. Ranges are buffers that follow the values while it is trained.
 */
final class FakeQuantizedGraph implements CustomLayer {
    /** The share by which a batch moves a range. */
    private static final double FOLLOWING = 0.01;

    private final Model model;
    private final OnnxGraph graph;
    private final Map<String, OnnxTensor> constants;
    private final Set<String> ranged;
    private final Set<String> weights;
    private final List<OnnxNode> nodes;
    private final String first;

    /** {@code graph} takes pixels, and this layer what they are normalized to. */
    FakeQuantizedGraph(Model folded, Quantizer quantizer) {
        model = folded;
        graph = quantizer.graph();
        constants = graph.constants();
        ranged = quantizer.ranged();
        weights = quantizer.quantizedWeights();
        first = normalized(graph);
        nodes = graph.nodes().stream()
                .dropWhile(node -> !node.output().equals(first))
                .skip(1)
                .toList();
    }

    private static String normalized(OnnxGraph graph) {
        return graph.nodes().stream()
                .map(OnnxNode::output)
                .filter(output -> output.equals("input.normalized"))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(graph.name() + " does not take pixels"));
    }

    static String low(String tensor) {
        return tensor + ".range_low";
    }

    static String high(String tensor) {
        return tensor + ".range_high";
    }

    Set<String> ranged() {
        return ranged;
    }

    /** The model that is trained. */
    Model model() {
        return new Model(model.name(), model.input(), model.classes(), new Layer.Custom(this));
    }

    @Override
    public List<WeightSpec> weights() {
        var specs = new ArrayList<WeightSpec>();
        var known = new HashSet<String>();
        for (var spec : WeightSpec.of(model)) {
            if (constants.containsKey(spec.name())) {
                specs.add(spec);
                known.add(spec.name());
            }
        }
        matrices(known)
                .forEach(each -> specs.add(new WeightSpec(
                        each.name(),
                        DataType.FLOAT32,
                        each.sizes().stream().mapToLong(Long::longValue).toArray(),
                        Initializer.ZERO,
                        false)));
        for (String tensor : ranged) {
            specs.add(WeightSpec.buffer(low(tensor), DataType.FLOAT32, 0, 1));
            specs.add(WeightSpec.buffer(high(tensor), DataType.FLOAT32, 1, 1));
        }
        return specs;
    }

    /** Constants of several numbers that are no weights, such as means over unequal windows. */
    List<OnnxTensor> matrices(Set<String> except) {
        var read = new HashSet<String>();
        nodes.forEach(node -> read.addAll(node.inputs()));
        return constants.values().stream()
                .filter(each -> each.type() == OnnxType.FLOAT && each.elements() > 1)
                .filter(each -> read.contains(each.name()) && !except.contains(each.name()))
                .toList();
    }

    @Override
    public ActivationShape output(ActivationShape input) {
        return new ActivationShape.Features(model.classes());
    }

    @Override
    public Tensor forward(Function<String, Tensor> tensors, Tensor x, boolean training) {
        var values = new HashMap<String, Tensor>();
        var forward = new NodeForward(constants, name -> {
            var value = values.get(name);
            return value != null ? value : weight(name, tensors);
        });
        values.put(first, rounded(first, x, tensors, training));
        Tensor last = x;
        for (var node : nodes) {
            last = rounded(node.output(), forward.of(node), tensors, training);
            values.put(node.output(), last);
        }
        return last;
    }

    private Tensor weight(String name, Function<String, Tensor> tensors) {
        var weight = tensors.apply(name);
        return weights.contains(name) ? FakeQuantization.ofWeights(weight) : weight;
    }

    private Tensor rounded(String name, Tensor value, Function<String, Tensor> tensors, boolean training) {
        if (!ranged.contains(name)) {
            return value;
        }
        var low = tensors.apply(low(name));
        var high = tensors.apply(high(name));
        if (training && !name.equals(first)) { // the range of pixels is known
            try (var _ = Gradients.off()) {
                FakeQuantization.follow(value, low, high, FOLLOWING);
            }
        }
        return FakeQuantization.ofValues(value, low, high);
    }
}
