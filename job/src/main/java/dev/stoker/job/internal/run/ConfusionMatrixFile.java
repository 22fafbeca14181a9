package dev.stoker.job.internal.run;

import dev.stoker.core.PrintableText;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.train.evaluation.ConfusionMatrix;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The confusion matrix as CSV (RFC 4180): a row per class, a column per predicted class. Control characters of names are
 * escaped, so that a row is a line.
 */
public final class ConfusionMatrixFile {
    private ConfusionMatrixFile() {}

    public static void write(Path file, ConfusionMatrix confusion, List<String> classes) {
        var text = new StringBuilder("class,");
        text.append(classes.stream().map(ConfusionMatrixFile::cell).collect(Collectors.joining(",")))
                .append('\n');
        for (int label = 0; label < confusion.classes(); label++) {
            int row = label;
            text.append(cell(classes.get(label)))
                    .append(',')
                    .append(IntStream.range(0, confusion.classes())
                            .mapToObj(prediction -> Long.toString(confusion.count(row, prediction)))
                            .collect(Collectors.joining(",")))
                    .append('\n');
        }
        AtomicFile.write(file, text.toString());
    }

    /** A name that begins as a formula (=, +, -, @) stays what it is: labels such as -1 and +1 must be read back. */
    private static String cell(String name) {
        String printable = PrintableText.of(name);
        boolean plain = printable.equals(printable.strip())
                && printable.chars().noneMatch(letter -> letter == ',' || letter == '"');
        return plain ? printable : '"' + printable.replace("\"", "\"\"") + '"';
    }
}
