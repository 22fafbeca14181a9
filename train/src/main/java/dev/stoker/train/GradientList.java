package dev.stoker.train;

import dev.stoker.core.ElementType;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parameters and their gradients side by side; gradients exist from the start and are cleared in place. */
record GradientList(List<Tensor> parameters, List<Tensor> gradients) {

    static GradientList of(Map<String, Tensor> parameters) {
        var list = List.copyOf(parameters.values());
        list.forEach(Tensor::createGradient);
        return new GradientList(list, list.stream().map(Tensor::gradient).toList());
    }

    void clear() {
        Gradients.clear(gradients);
    }

    /** Zeros beside each parameter, named {@code slot.parameter}. */
    static Map<String, Tensor> slot(String slot, Map<String, Tensor> parameters) {
        var zeros = new LinkedHashMap<String, Tensor>();
        parameters.forEach((name, tensor) -> zeros.put(slot + "." + name, tensor.zerosLike()));
        return zeros;
    }

    static Map<String, Tensor> counters(String slot, Map<String, Tensor> parameters) {
        var zeros = new LinkedHashMap<String, Tensor>();
        parameters.forEach(
                (name, tensor) -> zeros.put(slot + "." + name, Tensor.zeros(ElementType.FLOAT32, tensor.device())));
        return zeros;
    }
}
