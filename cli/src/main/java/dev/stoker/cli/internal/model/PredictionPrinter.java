package dev.stoker.cli.internal.model;

import dev.stoker.core.PrintableText;
import dev.stoker.core.StokerException;
import dev.stoker.job.predict.Answer;
import dev.stoker.job.predict.Prediction;
import dev.stoker.job.predict.RowPrediction;
import dev.stoker.telemetry.log.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Prints a line for each prediction as it comes, and errors to standard error too. */
final class PredictionPrinter implements Consumer<Answer> {
    /** Lines after which it is asked whether anybody still reads them. */
    private static final int LINES_PER_CHECK = 256;

    private static final String WIDE_NUMBER = "100000";

    /** The line of a prediction. */
    private interface LineFormat {
        String line(Answer prediction);
    }

    private final String noun;
    private final LineFormat format;
    private final long start = System.nanoTime();
    private long samples;
    private long failed;

    private PredictionPrinter(String noun, LineFormat format) {
        this.noun = noun;
        this.format = format;
    }

    /** For images: a table, unless CSV or JSON is asked for. */
    public static PredictionPrinter of(boolean csv, boolean json, int top, List<String> classes, List<Path> files) {
        return of(
                "image",
                csv,
                json,
                top,
                classes,
                files.stream().map(Path::toString).toList());
    }

    /** For images with any number of labels, which CSV has in one cell. */
    public static PredictionPrinter ofLabels(boolean csv, boolean json, List<String> classes, List<Path> files) {
        if (csv) {
            System.out.println(PredictionCsv.LABELS_HEADER);
            return new PredictionPrinter("image", PredictionCsv::labels);
        }
        return of(false, json, classes.size(), classes, files);
    }

    /** The same for rows of a table. */
    public static PredictionPrinter ofRows(boolean csv, boolean json, int top, List<String> classes) {
        return of("row", csv, json, top, classes, List.of(WIDE_NUMBER));
    }

    /** For a model that predicts numbers. */
    public static PredictionPrinter ofValues(
            String noun, boolean csv, boolean json, List<String> targets, List<String> samples) {
        if (csv) {
            System.out.println(PredictionCsv.valuesHeader(noun, targets));
            return new PredictionPrinter(noun, prediction -> PredictionCsv.values(prediction, targets.size()));
        }
        return of(noun, false, json, 1, targets, samples);
    }

    /** The same for rows of a table. */
    public static PredictionPrinter ofRowValues(boolean csv, boolean json, List<String> targets) {
        return ofValues("row", csv, json, targets, List.of(WIDE_NUMBER));
    }

    private static PredictionPrinter of(
            String noun, boolean csv, boolean json, int top, List<String> classes, List<String> samples) {
        int columns = Math.min(top, classes.size());
        if (csv) {
            System.out.println(PredictionCsv.header(noun, columns));
            return new PredictionPrinter(noun, prediction -> PredictionCsv.line(prediction, columns));
        }
        return new PredictionPrinter(
                noun,
                json ? prediction -> Json.write(prediction.fields()) : PredictionTable.of(classes, samples)::line);
    }

    @Override
    public void accept(Answer prediction) {
        samples++;
        System.out.println(format.line(prediction));
        prediction.problem().ifPresent(problem -> {
            failed++;
            System.err.println("stoker: " + PrintableText.of(named(prediction, problem)));
        });
        if (samples % LINES_PER_CHECK == 0 && System.out.checkError()) {
            throw new StokerException("nobody reads standard output any more, after %,d %ss".formatted(samples, noun));
        }
    }

    /** Some reasons name the file already, and those of rows always do. */
    private static String named(Answer prediction, String problem) {
        return switch (prediction) {
            case RowPrediction _ -> problem;
            case Prediction image when problem.contains(image.sample()) -> problem;
            case Prediction image -> "%s: %s".formatted(image.sample(), problem);
        };
    }

    public long failed() {
        return failed;
    }

    /** How many samples in how much time, on standard error. */
    public void summarize() {
        double seconds = (System.nanoTime() - start) * 1e-9;
        note("%,d %s in %.1f s, %,.0f %ss/s%s"
                .formatted(
                        samples,
                        samples == 1 ? noun : noun + "s",
                        seconds,
                        samples / seconds,
                        noun,
                        failed == 0 ? "" : "; %,d could not be classified".formatted(failed)));
    }

    /** A line on standard error that is no error. */
    public static void note(String text) {
        System.err.println(PrintableText.of(text));
    }
}
