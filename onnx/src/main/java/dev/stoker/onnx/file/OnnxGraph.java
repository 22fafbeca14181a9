package dev.stoker.onnx.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A graph as a value.
 *
 * @param nodes in an order in which they can be computed
 * @param constants by their names
 */
public record OnnxGraph(
        String name,
        OnnxValue input,
        List<OnnxValue> outputs,
        List<OnnxNode> nodes,
        Map<String, OnnxTensor> constants) {
    public OnnxGraph {
        outputs = List.copyOf(outputs);
        nodes = List.copyOf(nodes);
        constants = Map.copyOf(constants);
    }

    /** Other nodes and constants between the same ends. */
    public OnnxGraph with(List<OnnxNode> otherNodes, Map<String, OnnxTensor> otherConstants) {
        return new OnnxGraph(name, input, outputs, otherNodes, otherConstants);
    }

    /** With more outputs: tensors within it that are watched. */
    public OnnxGraph watching(List<String> tensors) {
        var all = new ArrayList<>(outputs);
        tensors.forEach(tensor -> all.add(new OnnxValue(tensor, OnnxType.FLOAT, List.of())));
        return new OnnxGraph(name, input, all, nodes, constants);
    }

    /** How many nodes read a tensor, by its name. */
    public Map<String, Integer> readers() {
        var readers = new LinkedHashMap<String, Integer>();
        nodes.forEach(node -> node.inputs().forEach(each -> readers.merge(each, 1, Integer::sum)));
        return readers;
    }
}
