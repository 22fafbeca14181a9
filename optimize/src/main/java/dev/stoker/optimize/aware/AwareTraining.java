package dev.stoker.optimize.aware;

import dev.stoker.core.DataType;
import dev.stoker.nn.WeightedModel;
import dev.stoker.nn.Weights;
import dev.stoker.nn.layer.WeightSpec;
import dev.stoker.nn.weights.SafetensorsFile;
import dev.stoker.optimize.finetune.FineTuning;
import dev.stoker.optimize.quantize.Quantizer;
import dev.stoker.optimize.quantize.ValueRange;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Fine-tunes a folded model that computes as its file in 8-bit integers will.
 *
 * @param quantizer of the graph of the model
 * @param measured ranges from which training starts
 */
public record AwareTraining(WeightedModel folded, Quantizer quantizer, Map<String, ValueRange> measured) {
    /** The folded model with trained weights, and the learned ranges. */
    public record Trained(WeightedModel model, Map<String, ValueRange> ranges) {}

    /** After so many epochs; tensors belong to the innermost scope. */
    public Trained train(FineTuning fineTuning, String name, int epochs, Map<String, String> keys) {
        var layer = new FakeQuantizedGraph(folded.model(), quantizer);
        var settings = new HashMap<>(keys);
        settings.put("precision", "fp32"); // integers need more than the 8 bits of a bf16
        return read(layer, fineTuning.train(name, layer.model(), initial(layer), epochs, settings));
    }

    /** Everything that the layer has, by name. */
    Map<String, Tensor> initial(FakeQuantizedGraph layer) {
        var tensors = new LinkedHashMap<String, Tensor>();
        for (var spec : layer.weights()) {
            var weight = folded.weights().all().get(spec.name());
            if (weight != null) {
                tensors.put(spec.name(), weight);
            }
        }
        layer.matrices(new HashSet<>(tensors.keySet()))
                .forEach(matrix -> tensors.put(
                        matrix.name(),
                        Tensor.of(
                                matrix.toFloats(),
                                Device.CPU,
                                matrix.sizes().stream()
                                        .mapToLong(Long::longValue)
                                        .toArray())));
        for (String tensor : layer.ranged()) {
            var range = Objects.requireNonNull(measured.get(tensor), tensor);
            tensors.put(FakeQuantizedGraph.low(tensor), Tensor.of(new float[] {range.low()}, Device.CPU, 1));
            tensors.put(FakeQuantizedGraph.high(tensor), Tensor.of(new float[] {range.high()}, Device.CPU, 1));
        }
        return tensors;
    }

    private Trained read(FakeQuantizedGraph layer, Path file) {
        try (var stored = SafetensorsFile.open(file)) {
            var tensors = new HashMap<>(folded.weights().all());
            for (var spec : WeightSpec.of(folded.model())) {
                if (stored.tensors().containsKey(spec.name())) {
                    tensors.put(spec.name(), tensor(stored, spec.name(), spec.type(), spec.sizes()));
                }
            }
            var ranges = new HashMap<>(measured);
            for (String tensor : layer.ranged()) {
                ranges.put(
                        tensor,
                        new ValueRange(
                                number(stored, FakeQuantizedGraph.low(tensor)),
                                number(stored, FakeQuantizedGraph.high(tensor))));
            }
            return new Trained(new WeightedModel(folded.model(), Weights.of(folded.model(), tensors)), ranges);
        }
    }

    private static Tensor tensor(SafetensorsFile stored, String name, DataType type, long... sizes) {
        var tensor = Tensor.zeros(type, Device.CPU, sizes);
        stored.copy(name, tensor);
        return tensor;
    }

    private static float number(SafetensorsFile stored, String name) {
        return tensor(stored, name, DataType.FLOAT32, 1).toHost().get(ValueLayout.JAVA_FLOAT_UNALIGNED, 0);
    }
}
