package dev.stoker.train.internal.parallel;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Tensor;
import dev.stoker.train.DataParallel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gradients of some parameters in one flat tensor, which is summed at once. */
record GradientBucket(Tensor flat, List<String> parameters) {
    GradientBucket {
        parameters = List.copyOf(parameters);
    }

    /**
     * Creates the gradients of all parameters as parts of flat tensors of about the size that the settings say, from the last parameter to the first:
     * that is nearly the order in which a backward pass finishes them. A size of 0 gives one bucket.
     */
    static List<GradientBucket> of(Map<String, Tensor> parameters, DataParallel.Settings settings) {
        var size = settings.bucketOn(parameters.values().iterator().next().device());
        long most = size.count() == 0 ? Long.MAX_VALUE : Math.max(1, size.count() / DataType.FLOAT32.bytes());
        var buckets = new ArrayList<GradientBucket>();
        var collected = new LinkedHashMap<String, Tensor>();
        long elements = 0;
        for (var entry : List.copyOf(parameters.entrySet()).reversed()) {
            collected.put(entry.getKey(), entry.getValue());
            elements += entry.getValue().elements();
            if (elements >= most) {
                buckets.add(filled(collected, elements));
                collected.clear();
                elements = 0;
            }
        }
        if (!collected.isEmpty()) {
            buckets.add(filled(collected, elements));
        }
        return buckets;
    }

    private static GradientBucket filled(Map<String, Tensor> parameters, long elements) {
        var device = parameters.values().iterator().next().device();
        var flat = Tensor.zeros(DataType.FLOAT32, device, elements);
        long from = 0;
        for (var parameter : parameters.values()) {
            parameter.createGradientIn(flat, from);
            from += parameter.elements();
        }
        return new GradientBucket(flat, List.copyOf(parameters.keySet()));
    }
}
