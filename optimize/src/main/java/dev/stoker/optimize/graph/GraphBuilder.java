package dev.stoker.optimize.graph;

import dev.stoker.onnx.file.OnnxAttribute;
import dev.stoker.onnx.file.OnnxGraph;
import dev.stoker.onnx.file.OnnxNode;
import dev.stoker.onnx.file.OnnxTensor;
import dev.stoker.onnx.file.OnnxType;
import dev.stoker.onnx.file.OnnxValue;
import java.util.ArrayList;
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

    OnnxGraph graph(String name, OnnxValue input, String result, int classes) {
        nodes.add(new OnnxNode("Identity", LOGITS, List.of(result), LOGITS, List.of()));
        var output = new OnnxValue(LOGITS, OnnxType.FLOAT, List.of((long) classes));
        return new OnnxGraph(name, input, List.of(output), nodes, constants);
    }
}
