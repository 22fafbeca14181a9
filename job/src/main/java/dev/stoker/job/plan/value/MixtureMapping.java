package dev.stoker.job.plan.value;

import dev.stoker.core.config.ConfigNode;
import java.util.stream.Collectors;

/** Datasets and their weights as a mapping in a plan, {@code data: {photos: 0.7, drawings: 0.3}}. */
public final class MixtureMapping {
    private static final String WEIGHT = "\\d{1,9}(\\.\\d{1,9})?";

    private MixtureMapping() {}

    /** The same as on the command line: {@code photos:0.7,drawings:0.3}. */
    public static String text(ConfigNode.Mapping sources) {
        if (sources.entries().size() < 2) {
            throw sources.error("'data' as a mapping names two or more datasets with their weights");
        }
        return sources.entries().entrySet().stream()
                .map(source -> text(source.getKey(), source.getValue()))
                .collect(Collectors.joining(","));
    }

    private static String text(String data, ConfigNode weight) {
        if (data.contains(",")) {
            throw weight.error("'data' names %s, whose comma separates datasets; rename it".formatted(data));
        }
        if (!(weight instanceof ConfigNode.Scalar(String number, int _)) || !number.matches(WEIGHT)) {
            throw weight.error("'data' needs a weight for %s that is a number above 0, such as 0.5".formatted(data));
        }
        return data + ":" + number;
    }
}
