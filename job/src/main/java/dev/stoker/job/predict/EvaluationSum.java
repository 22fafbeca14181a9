package dev.stoker.job.predict;

import dev.stoker.core.StokerException;
import dev.stoker.train.evaluation.ConfusionMatrix;
import dev.stoker.train.evaluation.CorruptImages;
import dev.stoker.train.evaluation.Evaluation;
import java.util.stream.Stream;

/** Adds up evaluations of one model on different samples. */
final class EvaluationSum {
    private EvaluationSum() {}

    static Evaluation of(Evaluation one, Evaluation other) {
        return switch (one.task()) {
            case CLASSIFICATION -> ofClasses(one, other);
            case MULTI_LABEL ->
                throw new StokerException(
                                "average precision of several splits together is not known from that of each; evaluate"
                                        + " on test, validation or train")
                        .about("split");
            case REGRESSION ->
                Evaluation.ofRegression(
                        mean(one.loss(), one, other.loss(), other),
                        one.images() + other.images(),
                        one.regression().orElseThrow().plus(other.regression().orElseThrow()),
                        corrupt(one.corrupt(), other.corrupt()));
        };
    }

    private static Evaluation ofClasses(Evaluation one, Evaluation other) {
        long images = one.images() + other.images();
        return new Evaluation(
                mean(one.loss(), one, other.loss(), other),
                mean(one.accuracy(), one, other.accuracy(), other),
                mean(one.top5Accuracy(), one, other.top5Accuracy(), other),
                images,
                one.confusion().flatMap(mine -> other.confusion().map(theirs -> sum(mine, theirs))),
                corrupt(one.corrupt(), other.corrupt()));
    }

    private static double mean(double value, Evaluation one, double otherValue, Evaluation other) {
        double images = Math.max(1, one.images() + other.images());
        return (value * one.images() + otherValue * other.images()) / images;
    }

    private static ConfusionMatrix sum(ConfusionMatrix one, ConfusionMatrix other) {
        int classes = one.classes();
        var counts = new long[classes * classes];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = one.count(i / classes, i % classes) + other.count(i / classes, i % classes);
        }
        return new ConfusionMatrix(classes, counts);
    }

    private static CorruptImages corrupt(CorruptImages one, CorruptImages other) {
        return new CorruptImages(
                one.count() + other.count(),
                Stream.concat(one.named().stream(), other.named().stream()).toList());
    }
}
