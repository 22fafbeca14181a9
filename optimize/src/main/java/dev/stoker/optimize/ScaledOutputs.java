package dev.stoker.optimize;

import dev.stoker.data.label.TargetScaling;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.onnx.file.OnnxGraph;
import dev.stoker.onnx.file.OnnxNode;
import dev.stoker.onnx.file.OnnxTensor;
import dev.stoker.onnx.file.OnnxValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** Files of regression give numbers in the units of the data, so that other programs need nothing of the card. */
final class ScaledOutputs {
    /** The output of such a file. */
    static final String VALUES = "values";

    private static final String DEVIATION = VALUES + "/deviation";
    private static final String MEAN = VALUES + "/mean";

    private ScaledOutputs() {}

    /** The graph itself where the card is of classes. */
    static OnnxGraph of(OnnxGraph graph, ModelCard card) {
        return card.scaling().map(scaling -> scaled(graph, scaling)).orElse(graph);
    }

    private static OnnxGraph scaled(OnnxGraph graph, TargetScaling scaling) {
        var standardized = graph.outputs().getFirst();
        var nodes = new ArrayList<>(graph.nodes());
        String product = VALUES + "/product";
        nodes.add(new OnnxNode("Mul", product, List.of(standardized.name(), DEVIATION), product, List.of()));
        nodes.add(new OnnxNode("Add", VALUES, List.of(product, MEAN), VALUES, List.of()));
        var constants = new LinkedHashMap<>(graph.constants());
        constants.put(DEVIATION, floats(DEVIATION, scaling.deviation()));
        constants.put(MEAN, floats(MEAN, scaling.mean()));
        var output = new OnnxValue(VALUES, standardized.type(), standardized.sizes());
        return new OnnxGraph(graph.name(), graph.input(), List.of(output), nodes, constants);
    }

    private static OnnxTensor floats(String name, List<Double> numbers) {
        var values = new float[numbers.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = numbers.get(i).floatValue();
        }
        return OnnxTensor.floats(name, List.of((long) values.length), values);
    }

    /** What such a file gives, as the model has it: in deviations from the mean; logits stay as they are. */
    static float[] standardized(float[] outputs, ModelCard card) {
        return card.scaling().map(scaling -> standardized(outputs, scaling)).orElse(outputs);
    }

    private static float[] standardized(float[] values, TargetScaling scaling) {
        int targets = scaling.mean().size();
        var standardized = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            standardized[i] = (float) scaling.standardized(i % targets, values[i]);
        }
        return standardized;
    }
}
