package dev.stoker.cli.internal.console;

import dev.stoker.core.PrintableText;
import dev.stoker.job.predict.Prediction;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lines of a table: the image, then classes with their probabilities. Columns are as wide as most names need. */
record PredictionTable(int imageWidth, int classWidth) {
    private static final int WIDEST_IMAGE = 44;
    private static final int WIDEST_CLASS = 20;

    static PredictionTable of(List<String> classes, List<Path> files) {
        return new PredictionTable(
                width(files.stream().map(Path::toString), WIDEST_IMAGE), width(classes.stream(), WIDEST_CLASS));
    }

    private static int width(Stream<String> texts, int most) {
        return texts.mapToInt(text -> Math.min(most, PrintableText.of(text).length()))
                .max()
                .orElse(1);
    }

    String line(Prediction prediction) {
        return pad(prediction.image().toString(), imageWidth)
                + "  "
                + prediction
                        .problem()
                        .map(problem -> "cannot be classified: " + PrintableText.of(problem))
                        .orElseGet(() -> prediction.classes().stream()
                                .map(each ->
                                        pad(each.name(), classWidth) + " %6.2f %%".formatted(100 * each.probability()))
                                .collect(Collectors.joining("  ")));
    }

    private static String pad(String text, int width) {
        String printable = PrintableText.of(text);
        return printable + " ".repeat(Math.max(0, width - printable.length()));
    }
}
