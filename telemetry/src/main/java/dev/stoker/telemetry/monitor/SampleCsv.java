package dev.stoker.telemetry.monitor;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Samples as a table: a row for each, a column for each quantity of each subject; absent values are empty. */
public final class SampleCsv implements AutoCloseable {
    private final Path file;
    private final BufferedWriter writer;
    private List<String> columns = List.of();

    private SampleCsv(Path file, BufferedWriter writer) {
        this.file = file;
        this.writer = writer;
    }

    /** Replaces a file that is there. */
    public static SampleCsv create(Path file) {
        try {
            return new SampleCsv(file, Files.newBufferedWriter(file));
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot write %s (%s); choose a file in a writable folder"
                            .formatted(file, AtomicFile.reason(failure)),
                    failure);
        }
    }

    /** What may occur in samples; writes the first line. */
    public void header(List<String> subjects) {
        var names = new ArrayList<String>();
        names.add("time");
        for (String subject : subjects) {
            Quantity.of(subject).forEach(quantity -> names.add(quantity.key(subject)));
            if (!subject.equals(Quantity.MACHINE) && !subject.equals(Quantity.PROCESS)) {
                names.add(subject + "_" + Sample.THROTTLING);
            }
        }
        columns = names;
        line(String.join(",", names));
    }

    public void add(Sample sample) {
        var fields = sample.fields();
        line(columns.stream().map(column -> cell(fields, column)).collect(Collectors.joining(",")));
    }

    private static String cell(Map<String, Object> fields, String column) {
        String text = String.valueOf(fields.getOrDefault(column, ""));
        return text.contains(",") ? '"' + text + '"' : text;
    }

    /** Whole lines, at once: somebody may be reading. */
    private void line(String text) {
        try {
            writer.write(text + "\n");
            writer.flush();
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot write %s (%s); free some space, then run again".formatted(file, AtomicFile.reason(failure)),
                    failure);
        }
    }

    @Override
    public void close() {
        try {
            writer.close();
        } catch (IOException failure) {
            throw new StokerException("cannot write %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }
}
