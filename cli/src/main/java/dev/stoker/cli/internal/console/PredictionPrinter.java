package dev.stoker.cli.internal.console;

import dev.stoker.core.PrintableText;
import dev.stoker.core.StokerException;
import dev.stoker.job.predict.Prediction;
import dev.stoker.telemetry.log.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Prints a line for each prediction as it comes, and errors to standard error too. */
public final class PredictionPrinter implements Consumer<Prediction> {
    /** Lines after which it is asked whether anybody still reads them. */
    private static final int LINES_PER_CHECK = 256;

    /** The line of a prediction. */
    private interface LineFormat {
        String line(Prediction prediction);
    }

    private final LineFormat format;
    private final long start = System.nanoTime();
    private long images;
    private long failed;

    private PredictionPrinter(LineFormat format) {
        this.format = format;
    }

    /** A table, unless CSV or JSON is asked for. */
    public static PredictionPrinter of(boolean csv, boolean json, int top, List<String> classes, List<Path> files) {
        int columns = Math.min(top, classes.size());
        if (csv) {
            System.out.println(PredictionCsv.header(columns));
            return new PredictionPrinter(prediction -> PredictionCsv.line(prediction, columns));
        }
        return new PredictionPrinter(
                json ? prediction -> Json.write(prediction.fields()) : PredictionTable.of(classes, files)::line);
    }

    @Override
    public void accept(Prediction prediction) {
        images++;
        System.out.println(format.line(prediction));
        prediction.problem().ifPresent(problem -> {
            failed++;
            System.err.println("stoker: " + PrintableText.of(named(prediction.image(), problem)));
        });
        if (images % LINES_PER_CHECK == 0 && System.out.checkError()) {
            throw new StokerException("nobody reads standard output any more, after %,d images".formatted(images));
        }
    }

    /** Some reasons name the file already. */
    private static String named(Path image, String problem) {
        return problem.contains(image.toString()) ? problem : "%s: %s".formatted(image, problem);
    }

    public long failed() {
        return failed;
    }

    /** How many images in how much time, on standard error. */
    public void summarize() {
        double seconds = (System.nanoTime() - start) * 1e-9;
        note("%,d %s in %.1f s, %,.0f images/s%s"
                .formatted(
                        images,
                        images == 1 ? "image" : "images",
                        seconds,
                        images / seconds,
                        failed == 0 ? "" : "; %,d could not be classified".formatted(failed)));
    }

    /** A line on standard error that is no error. */
    public static void note(String text) {
        System.err.println(PrintableText.of(text));
    }
}
