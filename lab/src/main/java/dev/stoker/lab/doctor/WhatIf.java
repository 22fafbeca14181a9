package dev.stoker.lab.doctor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Images per second of a plan with more or less of a resource, predicted from measurements.
 *
 * @param factor of the present amount
 * @param amount of the resource then; empty where it has no number
 * @param speedup over the present throughput
 */
public record WhatIf(Resource resource, double factor, OptionalDouble amount, double imagesPerSecond, double speedup) {

    /** What a plan can have more or less of. */
    public enum Resource {
        /** Cores of the process, for input and for steps on the CPU. */
        CORES,
        /** The speed at which images are read. */
        DISK,
        /** Threads of the input pipeline. */
        WORKERS,
        /** Cores that the input pipeline may use. */
        INPUT_CPU,
        /** Images of a step. */
        BATCH,
        /** The speed of the GPU. */
        GPU;

        /** In JSON and for people. */
        public String key() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Twice and half of each resource that the plan has. */
    public static List<WhatIf> of(Measurements measured) {
        return new WhatIfModel(measured).all();
    }

    /** The values under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("resource", resource.key());
        fields.put("factor", factor);
        amount.ifPresent(number -> fields.put("amount", number));
        fields.put("images_per_second", imagesPerSecond);
        fields.put("speedup", speedup);
        return fields;
    }
}
