package dev.stoker.cli.internal.model;

import dev.stoker.job.predict.Answer;
import dev.stoker.job.predict.Prediction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Lines of CSV (RFC 4180): the image or the number of the row, its classes and probabilities, and the error where there are none. */
final class PredictionCsv {
    static final String LABELS_HEADER = "image,labels,probabilities,error";

    private PredictionCsv() {}

    /** All labels in a cell, separated as lists of images have them, and all probabilities in another. */
    static String labels(Answer prediction) {
        return Stream.of(
                        prediction.sample(),
                        joined(prediction, Prediction.ClassProbability::name),
                        joined(prediction, each -> Double.toString(each.probability())),
                        prediction.problem().orElse(""))
                .map(PredictionCsv::quoted)
                .collect(Collectors.joining(","));
    }

    private static String joined(Answer prediction, Function<Prediction.ClassProbability, String> text) {
        return prediction.classes().stream().map(text).collect(Collectors.joining("|"));
    }

    static String header(String sample, int top) {
        var names = new ArrayList<String>(List.of(sample));
        IntStream.rangeClosed(1, top).forEach(rank -> {
            String suffix = rank == 1 ? "" : "_" + rank;
            names.add("class" + suffix);
            names.add("probability" + suffix);
        });
        names.add("error");
        return String.join(",", names);
    }

    static String line(Answer prediction, int top) {
        var cells = new ArrayList<String>();
        cells.add(prediction.sample());
        for (int rank = 0; rank < top; rank++) {
            boolean present = rank < prediction.classes().size();
            cells.add(present ? prediction.classes().get(rank).name() : "");
            cells.add(present ? Double.toString(prediction.classes().get(rank).probability()) : "");
        }
        cells.add(prediction.problem().orElse(""));
        return cells.stream().map(PredictionCsv::quoted).collect(Collectors.joining(","));
    }

    static String valuesHeader(String sample, List<String> targets) {
        return Stream.of(Stream.of(sample), targets.stream(), Stream.of("error"))
                .flatMap(names -> names)
                .map(PredictionCsv::quoted)
                .collect(Collectors.joining(","));
    }

    /** A cell for each number, which are empty where there is an error. */
    static String values(Answer prediction, int targets) {
        var cells = new ArrayList<String>(List.of(prediction.sample()));
        for (int target = 0; target < targets; target++) {
            cells.add(
                    prediction.values().isEmpty()
                            ? ""
                            : Double.toString(prediction.values().get(target).value()));
        }
        cells.add(prediction.problem().orElse(""));
        return cells.stream().map(PredictionCsv::quoted).collect(Collectors.joining(","));
    }

    private static String quoted(String cell) {
        return cell.chars().anyMatch(letter -> letter == ',' || letter == '"' || letter == '\n' || letter == '\r')
                ? "\"" + cell.replace("\"", "\"\"") + "\""
                : cell;
    }
}
