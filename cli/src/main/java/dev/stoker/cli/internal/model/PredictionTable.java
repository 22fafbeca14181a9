package dev.stoker.cli.internal.model;

import dev.stoker.core.PrintableText;
import dev.stoker.core.SignificantDigits;
import dev.stoker.job.predict.Answer;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lines of a table: the image or the number of the row, then classes with their probabilities. Columns are as wide as most names need. */
record PredictionTable(int sampleWidth, int classWidth) {
    private static final int WIDEST_SAMPLE = 44;
    private static final int WIDEST_CLASS = 20;
    private static final String NO_LABEL = "no label";

    static PredictionTable of(List<String> classes, List<String> samples) {
        return new PredictionTable(width(samples.stream(), WIDEST_SAMPLE), width(classes.stream(), WIDEST_CLASS));
    }

    private static int width(Stream<String> texts, int most) {
        return texts.mapToInt(text -> Math.min(most, PrintableText.of(text).length()))
                .max()
                .orElse(1);
    }

    String line(Answer prediction) {
        return pad(prediction.sample(), sampleWidth)
                + "  "
                + prediction
                        .problem()
                        .map(problem -> "cannot be classified: " + PrintableText.of(problem))
                        .orElseGet(() -> said(prediction));
    }

    private String said(Answer prediction) {
        if (!prediction.values().isEmpty()) {
            return values(prediction);
        }
        return prediction.classes().isEmpty() ? NO_LABEL : classes(prediction);
    }

    private String values(Answer prediction) {
        return prediction.values().stream()
                .map(each -> pad(each.name(), classWidth) + " %10s".formatted(SignificantDigits.of(each.value())))
                .collect(Collectors.joining("  "));
    }

    private String classes(Answer prediction) {
        return prediction.classes().stream()
                .map(each -> pad(each.name(), classWidth) + " %6.2f %%".formatted(100 * each.probability()))
                .collect(Collectors.joining("  "));
    }

    private static String pad(String text, int width) {
        String printable = PrintableText.of(text);
        return printable + " ".repeat(Math.max(0, width - printable.length()));
    }
}
