package dev.stoker.job.option;

import dev.stoker.core.Bytes;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sizes such as {@code 8GB}; written exactly, in the largest unit of which they are a whole number. */
record BytesParser() implements ValueParser<Bytes> {
    private static final Map<String, Long> UNITS = units();

    private static Map<String, Long> units() {
        var units = new LinkedHashMap<String, Long>();
        units.put("GiB", 1L << 30);
        units.put("GB", 1_000_000_000L);
        units.put("MiB", 1L << 20);
        units.put("MB", 1_000_000L);
        units.put("KiB", 1L << 10);
        units.put("kB", 1_000L);
        return units;
    }

    @Override
    public Bytes parse(String text) {
        try {
            return Bytes.parse(text);
        } catch (ArithmeticException wrong) {
            throw new IllegalArgumentException("a size below 8 EiB", wrong);
        }
    }

    @Override
    public String text(Bytes value) {
        return UNITS.entrySet().stream()
                .filter(unit -> value.count() > 0 && value.count() % unit.getValue() == 0)
                .findFirst()
                .map(unit -> value.count() / unit.getValue() + unit.getKey())
                .orElse(Long.toString(value.count()));
    }
}
