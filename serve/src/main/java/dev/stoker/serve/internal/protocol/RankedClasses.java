package dev.stoker.serve.internal.protocol;

import dev.stoker.core.Task;
import dev.stoker.datasets.card.ModelCard;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Logits as probabilities, and the classes in their order; of regression, numbers by the names of their targets.
 *
 * @param classes in the order of logits
 */
public record RankedClasses(List<String> classes, Task task) {
    /** Between labels of a multi-label model, as in lists of images. */
    private static final String SEPARATOR = "|";

    public RankedClasses {
        classes = List.copyOf(classes);
    }

    public static RankedClasses of(ModelCard card) {
        return new RankedClasses(card.classes(), card.task());
    }

    /** What is said of a sample, as a field of JSON: the most probable classes, or the numbers of regression. */
    public Map<String, Object> answer(float[] outputs, int top) {
        return task == Task.REGRESSION ? Map.of("values", values(outputs)) : Map.of("classes", top(outputs, top));
    }

    private Map<String, Object> values(float[] outputs) {
        var values = new LinkedHashMap<String, Object>();
        for (int i = 0; i < outputs.length; i++) {
            values.put(classes.get(i), outputs[i]);
        }
        return values;
    }

    /** In doubles: of one class among all, or of each class by itself. */
    public float[] probabilities(float[] logits) {
        return switch (task) {
            case CLASSIFICATION -> softmax(logits);
            case MULTI_LABEL -> sigmoid(logits);
            case REGRESSION -> throw new IllegalStateException("numbers have no probabilities");
        };
    }

    private static float[] softmax(float[] logits) {
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

    private static float[] sigmoid(float[] logits) {
        var probabilities = new float[logits.length];
        for (int i = 0; i < logits.length; i++) {
            probabilities[i] = (float) (1 / (1 + Math.exp(-logits[i])));
        }
        return probabilities;
    }

    /** The most probable class, of equal ones the first; of a multi-label model all that are at least 0.5 probable. */
    public String names(float[] logits) {
        return switch (task) {
            case CLASSIFICATION -> classes.get(ranked(logits).getFirst());
            case MULTI_LABEL ->
                ranked(logits).stream()
                        .filter(label -> logits[label] >= 0)
                        .map(classes::get)
                        .collect(Collectors.joining(SEPARATOR));
            case REGRESSION -> throw new IllegalStateException("numbers have no names");
        };
    }

    /** The most probable classes, as fields of JSON; of equal ones the first, as argmax has it. */
    public List<Map<String, Object>> top(float[] logits, int count) {
        float[] probabilities = probabilities(logits);
        var top = new ArrayList<Map<String, Object>>();
        for (int label : ranked(logits).stream().limit(count).toList()) {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("class", classes.get(label));
            fields.put("label", label);
            fields.put("probability", probabilities[label]);
            top.add(fields);
        }
        return top;
    }

    private static List<Integer> ranked(float[] logits) {
        return IntStream.range(0, logits.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer label) -> -logits[label]))
                .toList();
    }
}
