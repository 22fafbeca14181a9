package dev.stoker.cli.internal.command;

import dev.stoker.core.StokerException;
import java.time.Duration;
import java.util.regex.Pattern;

/** Times with a unit, from milliseconds to hours. */
public final class SamplingTime {
    private static final Pattern TIME = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)(ms|s|min|h)");

    private SamplingTime() {}

    public static Duration parse(String flag, String text) {
        var matcher = TIME.matcher(text);
        if (!matcher.matches()) {
            throw new StokerException("%s must be a time such as 500ms, 2s or 5min, got '%s'".formatted(flag, text));
        }
        double seconds = Double.parseDouble(matcher.group(1)) * seconds(matcher.group(2));
        if (seconds == 0) {
            throw new StokerException("%s must be more than 0, got '%s'".formatted(flag, text));
        }
        return Duration.ofNanos(Math.round(1e9 * seconds));
    }

    private static double seconds(String unit) {
        return switch (unit) {
            case "ms" -> 1e-3;
            case "min" -> 60;
            case "h" -> 3600;
            default -> 1;
        };
    }
}
