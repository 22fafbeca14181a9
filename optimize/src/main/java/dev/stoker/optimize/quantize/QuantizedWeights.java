package dev.stoker.optimize.quantize;

import dev.stoker.onnx.file.OnnxTensor;
import dev.stoker.onnx.file.OnnxType;
import java.util.List;

/** Signed bytes, symmetric around 0, with a scale for each output, the first dimension. */
record QuantizedWeights(OnnxTensor values, OnnxTensor scales) {
    private static final int LARGEST_WEIGHT = 127;

    static QuantizedWeights of(OnnxTensor weights) {
        float[] values = weights.toFloats();
        int outputs = Math.toIntExact(weights.sizes().getFirst());
        int inputs = values.length / outputs;
        var bytes = new byte[values.length];
        var scales = new float[outputs];
        for (int i = 0; i < outputs; i++) {
            float most = 0;
            for (int j = 0; j < inputs; j++) {
                most = Math.max(most, Math.abs(values[i * inputs + j]));
            }
            scales[i] = most == 0 ? 1 : most / LARGEST_WEIGHT;
            for (int j = 0; j < inputs; j++) {
                bytes[i * inputs + j] = (byte) Math.round(values[i * inputs + j] / scales[i]);
            }
        }
        String name = weights.name();
        var channels = List.of((long) outputs);
        return new QuantizedWeights(
                OnnxTensor.bytes(name, OnnxType.INT8, weights.sizes(), bytes),
                OnnxTensor.floats(name + "/scale", channels, scales));
    }
}
