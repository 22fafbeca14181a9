package dev.stoker.dashboard.internal.run;

import dev.stoker.telemetry.run.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** What the metrics of a run say about its speed and its learning, in sentences; advice of the run itself comes first. */
final class RunVerdict {
    private static final double NOTABLE_WAIT = 0.1;
    private static final double NOTABLE_OTHER = 0.2;
    private static final double DRIFT = 1.1;
    private static final double OVERFIT = 1.05;

    private RunVerdict() {}

    static List<String> sentences(RunCurves curves, Map<String, @Nullable Object> result) {
        var sentences = new ArrayList<String>();
        if (result.get("advice") instanceof List<?> advice) {
            advice.stream()
                    .filter(String.class::isInstance)
                    .map(String.class::cast)
                    .forEach(sentences::add);
        }
        if (!curves.epochs().isEmpty()) {
            bottleneck(curves.epochs().getLast(), sentences);
            skipped(curves.epochs().getLast(), sentences);
            drift(curves.epochs(), sentences);
        }
        overfitting(curves.series().get("loss.validation"), sentences);
        return sentences;
    }

    private static void bottleneck(Map<String, @Nullable Object> epoch, List<String> sentences) {
        double input = number(epoch, "input_share");
        double copy = number(epoch, "copy_share");
        double compute = number(epoch, "compute_share");
        double other = number(epoch, "other_share");
        if (input >= NOTABLE_WAIT) {
            sentences.add(
                    "It waits for input %.0f %% of the time: the input pipeline is the limit.".formatted(100 * input));
        } else if (copy >= NOTABLE_WAIT) {
            sentences.add("Copies to the device take %.0f %% of the time.".formatted(100 * copy));
        } else if (other >= NOTABLE_OTHER) {
            sentences.add("%.0f %% of the time is neither input nor copies nor computing.".formatted(100 * other));
        } else if (compute > 0) {
            sentences.add("It computes %.0f %% of the time: the device is the limit.".formatted(100 * compute));
        }
    }

    private static void skipped(Map<String, @Nullable Object> epoch, List<String> sentences) {
        double skipped = number(epoch, "skipped");
        if (skipped > 0) {
            sentences.add("%,.0f corrupt images were skipped; skipped.jsonl names them.".formatted(skipped));
        }
    }

    /** The first epoch has warm-ups, so it is not compared. */
    private static void drift(List<Map<String, @Nullable Object>> epochs, List<String> sentences) {
        if (epochs.size() < 4) {
            return;
        }
        double early = number(epochs.get(1), "images_per_second");
        double late = number(epochs.getLast(), "images_per_second");
        if (early > 0 && late > 0 && early / late >= DRIFT) {
            sentences.add("The last epoch was %.2f times as slow as the second: heat, or other work on the machine."
                    .formatted(early / late));
        }
    }

    private static void overfitting(@Nullable Series loss, List<String> sentences) {
        var lowest = lowest(loss);
        if (loss == null || lowest.isEmpty()) {
            return;
        }
        int at = lowest.getAsInt();
        double best = loss.value(at);
        double last = loss.value(loss.size() - 1);
        if (loss.size() - at > 2 && best > 0 && last / best >= OVERFIT) {
            sentences.add("Validation loss was lowest at step %,.0f (%.4g) and has risen to %.4g since: it overfits."
                    .formatted(loss.step(at), best, last));
        }
    }

    private static OptionalInt lowest(@Nullable Series series) {
        if (series == null || series.isEmpty()) {
            return OptionalInt.empty();
        }
        int lowest = 0;
        for (int i = 1; i < series.size(); i++) {
            lowest = series.value(i) < series.value(lowest) ? i : lowest;
        }
        return OptionalInt.of(lowest);
    }

    private static double number(Map<String, @Nullable Object> fields, String name) {
        return fields.get(name) instanceof Number number ? number.doubleValue() : 0;
    }
}
