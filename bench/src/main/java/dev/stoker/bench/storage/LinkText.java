package dev.stoker.bench.storage;

import dev.stoker.core.StokerException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Properties of links as people write them: {@code 40ms}, {@code 400mbit}, {@code 1%}, {@code 1%:2s}. */
public final class LinkText {
    private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s)");
    private static final Pattern RATE = Pattern.compile("(\\d+(?:\\.\\d+)?)(k|m|g)bit");
    private static final Pattern SHARE = Pattern.compile("(\\d+(?:\\.\\d+)?)%");

    private LinkText() {}

    public static Duration time(String key, String text) {
        var found = TIME.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!found.matches()) {
            throw new StokerException("%s must be a time such as 40ms or 2s, got '%s'".formatted(key, text)).about(key);
        }
        double unit = found.group(2).equals("s") ? 1e9 : 1e6;
        return Duration.ofNanos((long) (Double.parseDouble(found.group(1)) * unit));
    }

    /** Several times, with commas between them. */
    public static List<Duration> times(String key, String text) {
        return Stream.of(text.split(",", -1)).map(each -> time(key, each)).toList();
    }

    /** Bits a second; 0 for {@code unlimited}. */
    public static double bitsPerSecond(String key, String text) {
        if (text.equals("unlimited")) {
            return 0;
        }
        var found = RATE.matcher(text.strip().toLowerCase(Locale.ROOT));
        double rate = found.matches() ? Double.parseDouble(found.group(1)) : 0;
        if (!(rate > 0)) {
            throw new StokerException("%s must be bits a second such as 400mbit or 1gbit, or unlimited, got '%s'"
                            .formatted(key, text))
                    .about(key);
        }
        return rate
                * switch (found.group(2)) {
                    case "k" -> 1e3;
                    case "m" -> 1e6;
                    default -> 1e9;
                };
    }

    /** Between 0 and 1. */
    public static double share(String key, String text) {
        var found = SHARE.matcher(text.strip());
        double share = found.matches() ? Double.parseDouble(found.group(1)) / 100 : -1;
        if (share < 0 || share > 1) {
            throw new StokerException("%s must be a share such as 1%%, got '%s'".formatted(key, text)).about(key);
        }
        return share;
    }
}
