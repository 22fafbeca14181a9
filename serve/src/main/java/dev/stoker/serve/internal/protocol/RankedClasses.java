package dev.stoker.serve.internal.protocol;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Logits as probabilities, and the classes in their order. */
public final class RankedClasses {
    private RankedClasses() {}

    /** Softmax, in doubles. */
    public static float[] probabilities(float[] logits) {
        double largest = Double.NEGATIVE_INFINITY;
        for (float logit : logits) {
            largest = Math.max(largest, logit);
        }
        double sum = 0;
        for (float logit : logits) {
            sum += Math.exp(logit - largest);
        }
        var probabilities = new float[logits.length];
        for (int i = 0; i < logits.length; i++) {
            probabilities[i] = (float) (Math.exp(logits[i] - largest) / sum);
        }
        return probabilities;
    }

    /** The most probable class; of equal ones the first. */
    public static int best(float[] logits) {
        int best = 0;
        for (int label = 1; label < logits.length; label++) {
            best = logits[label] > logits[best] ? label : best;
        }
        return best;
    }

    /** The most probable classes, as fields of JSON; of equal ones the first, as argmax has it. */
    public static List<Map<String, Object>> top(float[] logits, List<String> classes, int count) {
        float[] probabilities = probabilities(logits);
        var ranked = IntStream.range(0, logits.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer label) -> -logits[label]))
                .limit(count)
                .toList();
        var top = new ArrayList<Map<String, Object>>();
        for (int label : ranked) {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("class", classes.get(label));
            fields.put("label", label);
            fields.put("probability", probabilities[label]);
            top.add(fields);
        }
        return top;
    }
}
