package dev.stoker.cli;

import dev.stoker.core.StokerException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Values of flags of benchmarks, written as {@code train} has them: a number or auto, auto or off. */
final class FlagValues {
    private static final String AUTO = "auto";
    private static final Pattern TIME = Pattern.compile("([0-9]{1,6}(?:\\.[0-9]{1,3})?)(s|m|min|h)");
    private static final String NUMBER = "[0-9]{1,6}";

    private FlagValues() {}

    /** A number that is at least {@code least}; empty for auto. */
    static OptionalInt numberOrAuto(String key, String text, int least) {
        if (text.equals(AUTO)) {
            return OptionalInt.empty();
        }
        if (!text.matches(NUMBER) || Integer.parseInt(text) < least) {
            throw new StokerException("%s must be at least %d, or auto, got %s".formatted(key, least, text)).about(key);
        }
        return OptionalInt.of(Integer.parseInt(text));
    }

    /** A time such as 90s, 2m or 1h, above 0. */
    static Duration time(String key, String text) {
        var matcher = TIME.matcher(text);
        double number = matcher.matches() ? Double.parseDouble(matcher.group(1)) : 0;
        if (!(number > 0)) {
            throw new StokerException("%s must be a time above 0, such as 90s or 2m, got %s".formatted(key, text))
                    .about(key);
        }
        int seconds = switch (matcher.group(2)) {
            case "s" -> 1;
            case "h" -> 3600;
            default -> 60;
        };
        return Duration.ofMillis((long) (1000 * number * seconds));
    }

    /** Whether it is auto. */
    static boolean autoOrOff(String key, String text) {
        return switch (text) {
            case AUTO -> true;
            case "off" -> false;
            default -> throw new StokerException("%s must be auto or off, got %s".formatted(key, text)).about(key);
        };
    }
}
