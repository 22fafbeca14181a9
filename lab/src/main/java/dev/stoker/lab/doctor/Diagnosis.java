package dev.stoker.lab.doctor;

import dev.stoker.train.measure.MeasuredPart;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What was found out about a plan.
 *
 * @param verdict what limits it
 * @param whatIf what it would reach with other resources
 */
public record Diagnosis(Measurements measurements, Verdict verdict, List<WhatIf> whatIf) {
    public Diagnosis {
        whatIf = List.copyOf(whatIf);
    }

    public static Diagnosis of(Measurements measurements) {
        return new Diagnosis(measurements, new BottleneckFinder(measurements).verdict(), WhatIf.of(measurements));
    }

    /** The values under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("bottleneck", verdict.bottleneck().key());
        fields.put("ceiling", verdict.ceiling());
        fields.put("verdict", verdict.sentence());
        fields.put("images_per_second", perPart(ConfidenceInterval::mean));
        fields.put("precision", perPart(ConfidenceInterval::relativeHalfWidth));
        fields.put("rounds", perPart(interval -> (double) interval.values()));
        fields.put("busy_cores", busyCores());
        fields.put("half", halves());
        fields.put("captured", measurements.step().captured());
        measurements.step().whyEager().ifPresent(why -> fields.put("why_not_captured", why));
        measurements.gapShare().ifPresent(share -> fields.put("idle_share", share));
        measurements.ranks().ifPresent(ranks -> fields.put("scaling", ranks.fields()));
        fields.put("what_if", whatIf.stream().map(WhatIf::fields).toList());
        return fields;
    }

    private Map<String, Object> busyCores() {
        var fields = new LinkedHashMap<String, Object>();
        for (var part : MeasuredPart.values()) {
            fields.put(part.key(), measurements.of(part).busyCores());
        }
        return fields;
    }

    /** Images per second of steps with half of a resource. */
    private Map<String, Object> halves() {
        var fields = new LinkedHashMap<String, Object>();
        measurements.halfBatches().ifPresent(half -> fields.put("batch", half.imagesPerSecond()));
        measurements.halfThreads().ifPresent(half -> fields.put("threads", half.imagesPerSecond()));
        return fields;
    }

    private Map<String, Object> perPart(ToDoubleFunction<ConfidenceInterval> value) {
        var fields = new LinkedHashMap<String, Object>();
        for (var part : MeasuredPart.values()) {
            double number = value.applyAsDouble(measurements.of(part).interval());
            if (Double.isFinite(number)) {
                fields.put(part.key(), number);
            }
        }
        return fields;
    }
}
