package dev.stoker.job.internal.run;

import dev.stoker.core.io.AtomicFile;
import dev.stoker.train.evaluation.ConfusionMatrix;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The confusion matrix as CSV: a row per class, a column per predicted class. */
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

    private static String cell(String name) {
        boolean plain =
                name.chars().noneMatch(letter -> letter == ',' || letter == '"' || letter == '\n' || letter == '\r');
        return plain ? name : '"' + name.replace("\"", "\"\"") + '"';
    }
}
