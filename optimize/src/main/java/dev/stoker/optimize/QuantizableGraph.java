package dev.stoker.optimize;

import dev.stoker.onnx.file.OnnxGraph;
import dev.stoker.optimize.quantize.DynamicQuantizer;
import dev.stoker.optimize.quantize.Quantizer;
import dev.stoker.optimize.quantize.ValueRange;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A graph and what integers make of it.
 *
 * @param floats before
 * @param layers that integers can compute
 * @param quantized in integers, but for some layers
 */
record QuantizableGraph(OnnxGraph floats, List<String> layers, Function<Set<String>, OnnxGraph> quantized) {
    /** With ranges that are known. */
    static QuantizableGraph ofStatic(Quantizer quantizer, Map<String, ValueRange> ranges) {
        return new QuantizableGraph(
                quantizer.graph(), quantizer.layers(), inFloats -> quantizer.quantize(ranges, inFloats));
    }

    /** With ranges that each run finds. */
    static QuantizableGraph ofDynamic(OnnxGraph graph) {
        var quantizer = new DynamicQuantizer(graph);
        return new QuantizableGraph(graph, quantizer.layers(), quantizer::quantize);
    }
}
