package dev.stoker.cli;

import dev.stoker.core.StokerException;
import java.util.OptionalInt;

/** Values of flags of benchmarks, written as {@code train} has them: a number or auto, auto or off. */
final class FlagValues {
    private static final String AUTO = "auto";
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

    /** Whether it is auto. */
    static boolean autoOrOff(String key, String text) {
        return switch (text) {
            case AUTO -> true;
            case "off" -> false;
            default -> throw new StokerException("%s must be auto or off, got %s".formatted(key, text)).about(key);
        };
    }
}
