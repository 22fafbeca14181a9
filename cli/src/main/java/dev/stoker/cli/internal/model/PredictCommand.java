package dev.stoker.cli.internal.model;

import dev.stoker.core.StokerException;
import dev.stoker.core.Task;
import dev.stoker.job.predict.ImagePaths;
import dev.stoker.job.predict.Predictor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Classifies images, or rows of a table, with a trained model. */
@Command(
        name = "predict",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Classifies images with the best weights of a run: a line for each image, in order, as soon as it is"
                    + " known.",
            "An image that cannot be decoded is named with the reason, and the exit code is 2; all others are"
                    + " answered.",
            "A model for tables answers each row of a CSV file."
        })
public final class PredictCommand implements Callable<Integer> {
    private static final String STANDARD_INPUT = "-";
    private static final int SOME_FAILED = 2;
    private static final double DEFAULT_THRESHOLD = 0.5;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ModelArguments model;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "IMAGE",
            description =
                    "images: files, folders (all images at any depth, sorted), or - for paths on standard input; for a"
                            + " model of tables, a CSV file")
    private List<String> images = new ArrayList<>();

    @Option(names = "--top", paramLabel = "K", description = "most probable classes of each image (1)")
    private @Nullable Integer top;

    @Option(
            names = "--threshold",
            paramLabel = "P",
            description = "threshold of a multi-label model: all labels at least this probable (0.5)")
    private @Nullable Double threshold;

    @Option(names = "--csv", description = "CSV output: a header, and a line per image")
    private boolean csv;

    @Option(names = "--json", description = "JSON output: an object per line and image")
    private boolean json;

    @Option(names = "--quiet", description = "quiet: no notes on standard error besides errors")
    private boolean quiet;

    @Option(names = "--debug", description = "stack traces of errors")
    @SuppressWarnings("UnusedVariable") // what handles errors looks for the flag
    private boolean debug;

    @Override
    public Integer call() {
        if (csv && json) {
            throw new StokerException("--csv and --json exclude each other: choose one");
        }
        try (var predictor = model.open(Map.of())) {
            if (predictor.card().table().isPresent()) {
                return predictRows(predictor);
            }
            var files = ImagePaths.of(paths());
            var printer = printer(predictor, files);
            if (!quiet) {
                predictor.notes().forEach(PredictionPrinter::note);
            }
            switch (predictor.task()) {
                case CLASSIFICATION, REGRESSION -> predictor.predict(files, top(), printer::accept);
                case MULTI_LABEL -> predictor.predictLabels(files, threshold(), printer::accept);
            }
            if (!quiet) {
                printer.summarize();
            }
            return printer.failed() == 0 ? 0 : SOME_FAILED;
        }
    }

    private PredictionPrinter printer(Predictor predictor, List<Path> files) {
        var classes = predictor.card().classes();
        return switch (predictor.task()) {
            case CLASSIFICATION -> {
                refuse(threshold != null, predictor, "threshold", "top");
                yield PredictionPrinter.of(csv, json, top(), classes, files);
            }
            case MULTI_LABEL -> {
                refuse(top != null, predictor, "top", "threshold");
                yield PredictionPrinter.ofLabels(csv, json, classes, files);
            }
            case REGRESSION -> {
                refuseRanking(predictor);
                yield PredictionPrinter.ofValues(
                        "image",
                        csv,
                        json,
                        classes,
                        files.stream().map(Path::toString).toList());
            }
        };
    }

    private void refuseRanking(Predictor predictor) {
        if (top != null || threshold != null) {
            throw new StokerException("%s has no use for a regression model, which is %s; remove it"
                            .formatted(top != null ? "top" : "threshold", predictor.file()))
                    .about("top", "threshold");
        }
    }

    private static void refuse(boolean given, Predictor predictor, String key, String other) {
        if (given) {
            throw new StokerException("%s has no use for a %s model, which is %s; use %s"
                            .formatted(key, predictor.task().title(), predictor.file(), other))
                    .about(key, other);
        }
    }

    private int top() {
        return top == null ? 1 : top;
    }

    private double threshold() {
        return threshold == null ? DEFAULT_THRESHOLD : threshold;
    }

    private int predictRows(Predictor predictor) {
        if (images.size() != 1 || !isTable(images.getFirst())) {
            throw new StokerException("%s is a model for rows of a table: give one CSV or TSV file, got %s"
                    .formatted(predictor.file(), String.join(", ", images)));
        }
        var printer = rowPrinter(predictor);
        var notes = predictor.predictRows(Path.of(images.getFirst()), top(), printer::accept);
        if (!quiet) {
            predictor.notes().forEach(PredictionPrinter::note);
            notes.forEach(PredictionPrinter::note);
            printer.summarize();
        }
        return printer.failed() == 0 ? 0 : SOME_FAILED;
    }

    private PredictionPrinter rowPrinter(Predictor predictor) {
        var names = predictor.card().classes();
        if (predictor.task() == Task.REGRESSION) {
            refuseRanking(predictor);
            return PredictionPrinter.ofRowValues(csv, json, names);
        }
        refuse(threshold != null, predictor, "threshold", "top");
        return PredictionPrinter.ofRows(csv, json, top(), names);
    }

    private static boolean isTable(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".csv") || lower.endsWith(".tsv");
    }

    private List<Path> paths() {
        var paths = new ArrayList<Path>();
        for (String name : images) {
            if (name.equals(STANDARD_INPUT)) {
                paths.addAll(standardInput());
            } else {
                paths.add(Path.of(name));
            }
        }
        return paths;
    }

    private static List<Path> standardInput() {
        // not closed: it belongs to the process
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try {
            return lines.lines().filter(line -> !line.isBlank()).map(Path::of).toList();
        } catch (UncheckedIOException failure) {
            IOException cause = failure.getCause();
            throw new StokerException("cannot read paths from standard input (%s)".formatted(cause), failure);
        }
    }
}
