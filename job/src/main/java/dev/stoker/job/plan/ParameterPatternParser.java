package dev.stoker.job.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists of name patterns as text: {@code *.bias,*bn*} and {@code head.*=10,layer1.*=0.1}. */
final class ParameterPatternParser {
    static final String FACTORS_EXPECTED = "patterns with factors above 0, such as 'head.*=10,layer1.*=0.1', or none";

    static final String EPOCHS_EXPECTED = "patterns with epochs above 0, such as 'conv1.*=3', or none";

    private ParameterPatternParser() {}

    static boolean areFactors(String text) {
        try {
            return factors(text).values().stream().allMatch(factor -> factor > 0 && Double.isFinite(factor));
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    static List<String> patterns(String text) {
        var patterns = new ArrayList<String>();
        for (String part : text.equals(Plan.NONE) ? new String[0] : text.split(",", -1)) {
            patterns.add(part.strip());
        }
        return patterns;
    }

    static Map<String, Double> factors(String text) {
        var factors = new LinkedHashMap<String, Double>();
        for (String part : patterns(text)) {
            int equals = part.lastIndexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(part);
            }
            factors.put(part.substring(0, equals).strip(), Double.valueOf(part.substring(equals + 1)));
        }
        return factors;
    }
}
