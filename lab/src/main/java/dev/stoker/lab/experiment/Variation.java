package dev.stoker.lab.experiment;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.SeededRandom;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The values of one key: {@code batch=32,64}, or a range for random search such as {@code lr=log(1e-4..1e-1)}.
 *
 * @param key of the plan, or of the machine
 */
public record Variation(String key, Values values) {
    private static final String NUMBER = "([+-]?\\d[\\d.]*(?:[eE][+-]?\\d+)?)";
    private static final Pattern RANGE =
            Pattern.compile("%s\\.\\.%s".formatted("([+-]?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)", NUMBER));
    private static final Pattern LOGARITHMIC = Pattern.compile("log\\((.*)\\)");
    private static final MathContext DIGITS = new MathContext(4);

    /** What a key may be. */
    public sealed interface Values {
        /** One of some texts. */
        record Listed(List<String> texts) implements Values {
            public Listed {
                texts = List.copyOf(texts);
            }
        }

        /** Any number between two, in which whole numbers stay whole. */
        record Range(double low, double high, boolean logarithmic, boolean whole) implements Values {}
    }

    /** From {@code KEY=VALUES}. */
    public static Variation parse(String text) {
        int sign = text.indexOf('=');
        if (sign < 1 || sign == text.length() - 1) {
            throw new StokerException("vary needs a key and its values, such as batch=32,64, got '%s'".formatted(text))
                    .about("vary");
        }
        return of(text.substring(0, sign).strip(), text.substring(sign + 1).strip());
    }

    /** From the text of the values. */
    public static Variation of(String key, String text) {
        var logarithmic = LOGARITHMIC.matcher(text);
        boolean log = logarithmic.matches();
        var range = RANGE.matcher(log ? logarithmic.group(1) : text);
        if (range.matches()) {
            return new Variation(key, range(key, text, range.group(1), range.group(2), log));
        }
        if (log) {
            throw new StokerException("the range of %s must be two numbers, such as log(1e-4..1e-1), got '%s'"
                            .formatted(key, text))
                    .about("vary");
        }
        return new Variation(key, new Values.Listed(split(key, text)));
    }

    private static Values.Range range(String key, String text, String from, String to, boolean logarithmic) {
        try {
            double low = Double.parseDouble(from);
            double high = Double.parseDouble(to);
            if (low < high && (low > 0 || !logarithmic)) {
                return new Values.Range(low, high, logarithmic, (from + to).matches("[+-]?\\d+[+-]?\\d*"));
            }
        } catch (NumberFormatException _) {
            // two dots in one number
        }
        throw new StokerException("the range of %s must rise%s, got '%s'"
                        .formatted(key, logarithmic ? ", from above 0" : "", text))
                .about("vary");
    }

    /** At commas, but not within brackets: layers and columns may be values too. */
    private static List<String> split(String key, String text) {
        var values = new ArrayList<String>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            char each = i < text.length() ? text.charAt(i) : ',';
            depth += "([{".indexOf(each) >= 0 ? 1 : ")]}".indexOf(each) >= 0 ? -1 : 0;
            if (each == ',' && (depth <= 0 || i == text.length())) {
                values.add(text.substring(start, i).strip());
                start = i + 1;
            }
        }
        return checked(key, values);
    }

    /** From a list of texts. */
    static Variation ofList(String key, List<String> texts) {
        return new Variation(key, new Values.Listed(checked(key, texts)));
    }

    private static List<String> checked(String key, List<String> texts) {
        if (texts.isEmpty() || texts.stream().anyMatch(String::isBlank)) {
            throw new StokerException("a value of %s is missing in '%s'".formatted(key, String.join(",", texts)))
                    .about("vary");
        }
        if (texts.stream().distinct().count() < texts.size()) {
            throw new StokerException(
                            "%s has a value twice: %s; repeat runs with repeat".formatted(key, String.join(",", texts)))
                    .about("vary", "repeat");
        }
        return texts;
    }

    /** One of the values. */
    String sample(SeededRandom random) {
        return switch (values) {
            case Values.Listed(var texts) -> texts.get(random.nextInt(texts.size()));
            case Values.Range range -> text(range, random.nextDouble());
        };
    }

    private static String text(Values.Range range, double share) {
        double value = range.logarithmic
                ? range.low * Math.pow(range.high / range.low, share)
                : range.low + share * (range.high - range.low);
        return range.whole
                ? Long.toString(Math.round(value))
                : new BigDecimal(value).round(DIGITS).toString();
    }

    /** As {@link #of} reads it. */
    public String text() {
        return switch (values) {
            case Values.Listed(var texts) -> String.join(",", texts);
            case Values.Range(double low, double high, boolean logarithmic, boolean whole) -> {
                String text = whole ? "%d..%d".formatted((long) low, (long) high) : "%s..%s".formatted(low, high);
                yield logarithmic ? "log(%s)".formatted(text) : text;
            }
        };
    }
}
