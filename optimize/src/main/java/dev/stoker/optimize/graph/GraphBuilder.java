package dev.stoker.optimize.graph;

import dev.stoker.onnx.file.OnnxAttribute;
import dev.stoker.onnx.file.OnnxGraph;
import dev.stoker.onnx.file.OnnxNode;
import dev.stoker.onnx.file.OnnxTensor;
import dev.stoker.onnx.file.OnnxType;
import dev.stoker.onnx.file.OnnxValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects nodes and constants; names are those of layers, with a number where one has several. */
final class GraphBuilder {
    static final String LOGITS = "logits";

    private final List<OnnxNode> nodes = new ArrayList<>();
    private final Map<String, OnnxTensor> constants = new LinkedHashMap<>();
    private final Set<String> names = new HashSet<>();

    /** Adds a node and returns the name of its output. */
    String node(String operation, String path, List<String> inputs, OnnxAttribute... attributes) {
        String name = unique(path.isEmpty() ? operation : path);
        nodes.add(new OnnxNode(operation, name, inputs, name, List.of(attributes)));
        return name;
    }

    private String unique(String path) {
        String name = path;
        for (int number = 2; !names.add(name); number++) {
            name = path + "_" + number;
        }
        return name;
    }

    /** Adds a constant, or finds the one of this name, and returns its name. */
    String constant(OnnxTensor tensor) {
        constants.putIfAbsent(tensor.name(), tensor);
        return tensor.name();
    }

    /** Adds a node that keeps the elements in their order; one of the sizes may be -1, which is what is left for it. */
    String reshaped(String path, String x, long... sizes) {
        return node("Reshape", path, List.of(x, constant(OnnxTensor.longs(path + ".sizes", sizes))));
    }

    /** Adds a node that changes the order of dimensions. */
    String transposed(String path, String x, long... order) {
        return node("Transpose", path, List.of(x), OnnxAttribute.attribute("perm", order));
    }

    /** Gives a constant more dimensions, of one element each. */
    void appendOnes(String name, int dimensions) {
        constants.computeIfPresent(name, (_, tensor) -> {
            var sizes = new ArrayList<>(tensor.sizes());
            sizes.addAll(Collections.nCopies(dimensions, 1L));
            return new OnnxTensor(name, tensor.type(), sizes, tensor.data());
        });
    }

    OnnxGraph graph(String name, OnnxValue input, String result, int classes) {
        nodes.add(new OnnxNode("Identity", LOGITS, List.of(result), LOGITS, List.of()));
        var output = new OnnxValue(LOGITS, OnnxType.FLOAT, List.of((long) classes));
        return new OnnxGraph(name, input, List.of(output), nodes, constants);
    }
}
