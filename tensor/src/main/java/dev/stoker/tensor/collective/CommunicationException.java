package dev.stoker.tensor.collective;

import dev.stoker.core.StokerException;
import java.time.Duration;
import java.util.regex.Pattern;

/** Ranks could not exchange values: another one has ended, hangs or cannot be reached. Its group is unusable afterwards. */
public final class CommunicationException extends StokerException {
    private static final long serialVersionUID = 1L;

    /** Where in the sources of libtorch a failure was noticed, which it says first. */
    private static final Pattern SOURCE_LINE = Pattern.compile("^(\\[[^\\]]*\\.(cc|cpp|h):\\d+\\]\\s*)+");

    CommunicationException(String message) {
        super(message);
    }

    /** Adds the reason to what failed; of libtorch's text, the rest is frames of C++. */
    CommunicationException(String what, Throwable cause) {
        super("%s: %s".formatted(what, reason(String.valueOf(cause.getMessage()))), cause);
    }

    static String seconds(Duration time) {
        return "%.1f s".formatted(time.toMillis() * 1e-3);
    }

    static String reason(String text) {
        return text.lines()
                .map(line -> SOURCE_LINE.matcher(line.strip()).replaceFirst("").strip())
                .filter(line -> !line.isEmpty())
                .findFirst()
                .map(line -> line.replaceFirst("\\.$", ""))
                .orElse("no reason was given");
    }
}
