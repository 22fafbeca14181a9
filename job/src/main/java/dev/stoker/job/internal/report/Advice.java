package dev.stoker.job.internal.report;

import dev.stoker.train.TimeShare;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which share of the time is worth looking at, and which flags are about it. It does not measure; the doctor does. */
final class Advice {
    private static final double OVERFITTED = 0.15;

    /** A share from which on a sentence is worth reading, and the sentence after the share, on a CPU and on a GPU. */
    private record Rule(TimeShare share, double from, String onCpu, String onGpu) {
        Rule(TimeShare share, double from, String sentence) {
            this(share, from, sentence, sentence);
        }
    }

    private static final String INPUT =
            "went to waiting for input: look at --workers, --prefetch and --cache, and store small files as shards with"
                    + " ./stoker prepare";

    private static final List<Rule> RULES = List.of(
            new Rule(
                    TimeShare.INPUT,
                    0.10,
                    INPUT + ".",
                    INPUT + "; --decode device and --augment device let the GPU do more of it."),
            new Rule(
                    TimeShare.COPY,
                    0.05,
                    "went to copying batches: smaller images are copied faster.",
                    "went to waiting for copies to the GPU: --augment device and --resident on keep images there."),
            new Rule(
                    TimeShare.COMPUTE,
                    0.60,
                    "the processor computed, so it is the limit: look at --precision and --batch, or at a smaller"
                            + " model.",
                    "the GPU computed, so it is the limit: look at --precision and --batch, or at a smaller model."),
            new Rule(
                    TimeShare.COMMUNICATION,
                    0.10,
                    "devices waited for each other: a larger --batch exchanges gradients less often."),
            new Rule(TimeShare.EVALUATION, 0.10, "went to evaluations: --evaluate-every makes them less frequent."),
            new Rule(TimeShare.CHECKPOINT, 0.05, "went to checkpoints: --checkpoint-every makes them less frequent."),
            new Rule(
                    TimeShare.OTHER,
                    0.20,
                    "went to nothing of this: launching small steps, reading metrics. A larger --batch has fewer steps,"
                            + " and --log-every reads metrics less often."));

    private Advice() {}

    /** In the order of what there is to gain. */
    static List<String> of(RunMetrics metrics, List<EpochLine> epochs, List<Double> shares, boolean onGpu) {
        var advice = new ArrayList<String>();
        RULES.stream()
                .filter(rule -> of(shares, rule.share) >= rule.from)
                .sorted((one, other) -> Double.compare(of(shares, other.share), of(shares, one.share)))
                .forEach(rule -> advice.add("%.0f %% of the time %s"
                        .formatted(100 * of(shares, rule.share), onGpu ? rule.onGpu : rule.onCpu)));
        notCaptured(metrics).ifPresent(advice::add);
        EpochTimes.drift(metrics, epochs).ifPresent(advice::add);
        overfitting(metrics).ifPresent(advice::add);
        return advice;
    }

    private static double of(List<Double> shares, TimeShare share) {
        return shares.get(TimeShares.NAMES.indexOf(share.label()));
    }

    private static Optional<String> notCaptured(RunMetrics metrics) {
        return metrics.lastEpoch()
                .map(line -> line.fields().get("why_not_captured"))
                .map(String::valueOf)
                .filter(why -> !why.contains("CPU"))
                .map(why -> "Steps are launched one operation at a time, since they are not captured: " + why + ".");
    }

    private static Optional<String> overfitting(RunMetrics metrics) {
        var last = metrics.lastEpoch();
        double training =
                last.map(line -> line.number("train_accuracy").orElse(0)).orElse(0.0);
        double validation =
                last.map(line -> line.validation("accuracy").orElse(1)).orElse(1.0);
        return training - validation > OVERFITTED
                ? Optional.of(
                        "Training accuracy is %.0f points above validation: the model learns its images by heart; stronger augmentation, --weight-decay or fewer epochs help."
                                .formatted(100 * (training - validation)))
                : Optional.empty();
    }
}
