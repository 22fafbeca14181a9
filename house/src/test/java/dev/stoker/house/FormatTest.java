package dev.stoker.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The format check is a test because a formatter parses with the compiler of the JVM it runs in, and Maven itself may
 * run on a JDK that does not know this code's language; tests always run on the JDK that compiles it.
 */
class FormatTest {
    private static final boolean APPLY = Boolean.getBoolean("format.apply");

    private final Formatter formatter = Formatter.createFormatter(JavaFormatterOptions.builder()
            .style(JavaFormatterOptions.Style.PALANTIR)
            .build());

    /** {@code mvn -q test -pl house -am -Dtest=FormatTest -Dformat.apply=true} fixes what this finds. */
    @Test
    void everySourceFileIsFormatted() throws IOException {
        var unformatted = SourceTree.java().parallelStream()
                .filter(this::isUnformatted)
                .map(file -> SourceTree.ROOT.relativize(file).toString())
                .toList();
        if (!APPLY) {
            assertThat(unformatted)
                    .as("run: mvn -q test -pl house -am -Dtest=FormatTest -Dsurefire.failIfNoSpecifiedTests=false"
                            + " -Dformat.apply=true")
                    .isEmpty();
        }
    }

    /** Formats the file where that is asked for. */
    private boolean isUnformatted(Path file) {
        try {
            String text = Files.readString(file);
            String formatted = formatted(file, text);
            if (APPLY && !formatted.equals(text)) {
                Files.writeString(file, formatted);
            }
            return !formatted.equals(text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private String formatted(Path file, String text) {
        try {
            return formatter.formatSourceAndFixImports(text);
        } catch (FormatterException failure) {
            throw new AssertionError(file + ": " + failure.getMessage(), failure);
        }
    }
}
