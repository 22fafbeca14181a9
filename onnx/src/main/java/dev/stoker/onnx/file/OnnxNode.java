package dev.stoker.onnx.file;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * An operation.
 *
 * @param name of the node; that of the layer that it came from, where there is one
 * @param inputs names of tensors, of which the operation says the order
 * @param outputs the same; one for most operations
 */
public record OnnxNode(
        String operation, String name, List<String> inputs, List<String> outputs, List<OnnxAttribute> attributes) {
    public OnnxNode {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        attributes = List.copyOf(attributes);
    }

    /** With one output. */
    public OnnxNode(String operation, String name, List<String> inputs, String output, List<OnnxAttribute> attributes) {
        this(operation, name, inputs, List.of(output), attributes);
    }

    /** The first output. */
    public String output() {
        return outputs.getFirst();
    }

    public OnnxNode withInputs(UnaryOperator<String> renamed) {
        return new OnnxNode(operation, name, inputs.stream().map(renamed).toList(), outputs, attributes);
    }
}
