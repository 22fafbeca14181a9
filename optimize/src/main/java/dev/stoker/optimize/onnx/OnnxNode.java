package dev.stoker.optimize.onnx;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * An operation, which has one output.
 *
 * @param name of the node; that of the layer that it came from, where there is one
 * @param inputs names of tensors, of which the operation says the order
 */
public record OnnxNode(
        String operation, String name, List<String> inputs, String output, List<OnnxAttribute> attributes) {
    public OnnxNode {
        inputs = List.copyOf(inputs);
        attributes = List.copyOf(attributes);
    }

    public OnnxNode withInputs(UnaryOperator<String> renamed) {
        return new OnnxNode(operation, name, inputs.stream().map(renamed).toList(), output, attributes);
    }
}
