package dev.stoker.telemetry.monitor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What was measured at one time.
 *
 * @param seconds since the first sample
 * @param throttling why GPUs are slowed down, in words, by subject; those that are not are left out
 */
public record Sample(double seconds, List<Reading> readings, Map<String, String> throttling) {
    /** One value. */
    public record Reading(String subject, Quantity quantity, double value) {
        public String key() {
            return quantity.key(subject);
        }

        /** The value with its unit. */
        public String text() {
            return quantity.unit().text(value);
        }
    }

    static final String THROTTLING = "throttling";

    public Sample {
        readings = List.copyOf(readings);
        throttling = Map.copyOf(throttling);
    }

    /** Absent where the machine does not report it. */
    public OptionalDouble value(String subject, Quantity quantity) {
        return readings.stream()
                .filter(reading -> reading.quantity == quantity && reading.subject.equals(subject))
                .mapToDouble(Reading::value)
                .findFirst();
    }

    /** The subjects in order: GPUs, machine, process. */
    public List<String> subjects() {
        return readings.stream().map(Reading::subject).distinct().toList();
    }

    /** The fields under their names in JSON, with the time first. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("time", rounded(seconds));
        readings.forEach(reading -> fields.put(reading.key(), rounded(reading.value)));
        throttling.forEach((subject, words) -> fields.put(subject + "_" + THROTTLING, words));
        return fields;
    }

    /** Sensors have no more digits than these, and lines are read by people. */
    private static Object rounded(double value) {
        double thousandths = Math.rint(value * 1e3) / 1e3;
        if (Math.abs(value) >= 1e6 || thousandths == Math.rint(thousandths)) {
            return Math.round(value);
        }
        return thousandths;
    }

    /** Collects readings; absent values are left out. */
    static final class Builder {
        private final List<Reading> readings = new ArrayList<>();
        private final Map<String, String> throttling = new LinkedHashMap<>();

        void add(String subject, Quantity quantity, double value) {
            if (Double.isFinite(value)) {
                readings.add(new Reading(subject, quantity, value));
            }
        }

        void add(String subject, Quantity quantity, OptionalDouble value) {
            value.ifPresent(there -> add(subject, quantity, there));
        }

        void throttled(String subject, String words) {
            if (!words.isEmpty()) {
                throttling.put(subject, words);
            }
        }

        Sample build(double seconds) {
            return new Sample(seconds, readings, throttling);
        }
    }
}
