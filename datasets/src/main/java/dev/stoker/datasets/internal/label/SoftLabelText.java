package dev.stoker.datasets.internal.label;

import dev.stoker.data.label.SoftLabels;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Classes with their probabilities in one text, as in {@code cat:0.7 dog:0.3}; they may be separated by | or ; too. */
public final class SoftLabelText {
    /** The shortest name up to a colon and a number: names may have blanks and colons. */
    private static final Pattern PAIR = Pattern.compile("\\s*([^|;]+?)\\s*:\\s*([-+0-9.eE]+)\\s*(?:[|;]|(?<=\\s)|$)");

    private SoftLabelText() {}

    /** The probabilities by class, in the order of the text. Throws IllegalArgumentException with the reason where it has none. */
    public static Map<String, Double> parse(String text) {
        var shares = new LinkedHashMap<String, Double>();
        var pairs = PAIR.matcher(text);
        int at = 0;
        while (at < text.length()) {
            if (!pairs.find(at) || pairs.start() != at) {
                throw new IllegalArgumentException(
                        "'%s' is no list of classes with their probabilities, such as cat:0.7 dog:0.3".formatted(text));
            }
            double share = share(pairs.group(1), pairs.group(2));
            if (shares.put(pairs.group(1), share) != null) {
                throw new IllegalArgumentException("'%s' names the class %s twice".formatted(text, pairs.group(1)));
            }
            at = pairs.end();
        }
        refuseOtherSum(text, shares);
        return shares;
    }

    private static double share(String name, String text) {
        double share = NumberText.parse(text).orElse(-1);
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(
                    "the probability of %s is %s, and must be from 0 to 1".formatted(name, text));
        }
        return share;
    }

    private static void refuseOtherSum(String text, Map<String, Double> shares) {
        double sum = shares.values().stream().mapToDouble(Double::doubleValue).sum();
        if (Math.abs(sum - 1) > SoftLabels.TOLERANCE) {
            throw new IllegalArgumentException(
                    "the probabilities of '%s' sum to %.4g, and must sum to 1".formatted(text, sum));
        }
    }
}
