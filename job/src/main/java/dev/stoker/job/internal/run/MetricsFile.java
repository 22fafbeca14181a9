package dev.stoker.job.internal.run;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The metrics of a run as they were logged; lines that a kill has cut, or that are no metrics, are passed over. Runs from
 * before there were three splits called those of the validation split test.
 */
public record MetricsFile(List<Line> lines) {
    private static final Pattern KIND = Pattern.compile("\"kind\":\"([a-z_]+)\"");
    private static final String NUMBER = "\":(-?\\d[\\d.eE+-]{0,30})[,}]";

    /** One line, of which numbers are looked up by name. */
    public record Line(String kind, long step, String text) {
        public OptionalDouble number(String name) {
            var matcher = Pattern.compile("\"" + name + NUMBER).matcher(text);
            try {
                return matcher.find()
                        ? OptionalDouble.of(Double.parseDouble(matcher.group(1)))
                        : OptionalDouble.empty();
            } catch (NumberFormatException _) {
                return OptionalDouble.empty(); // digits and signs that are no number
            }
        }

        /** A metric of the validation split, such as loss. */
        public OptionalDouble validation(String metric) {
            var value = number("validation_" + metric);
            return value.isPresent() || kind.equals("test") ? value : number("test_" + metric);
        }
    }

    public MetricsFile {
        lines = List.copyOf(lines);
    }

    /** Without lines where there is no file. */
    public static MetricsFile read(Path file) {
        try {
            return new MetricsFile(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .lines()
                    .flatMap(MetricsFile::line)
                    .toList());
        } catch (NoSuchFileException _) {
            return new MetricsFile(List.of());
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }

    private static Stream<Line> line(String text) {
        var kind = KIND.matcher(text);
        return kind.find() && text.endsWith("}")
                ? Stream.of(new Line(kind.group(1), MetricsLogger.stepOf(text), text))
                : Stream.empty();
    }

    public Stream<Line> ofKind(String kind) {
        return lines.stream().filter(line -> line.kind.equals(kind));
    }
}
