package dev.stoker.job.internal.report;

import dev.stoker.core.Task;
import java.util.List;
import java.util.Locale;

/** What became of a run, in a sentence or two. */
record Verdict(String state, String reason, int plannedEpochs, Task task, RunFacts facts, List<Double> shares) {
    String sentence() {
        return (outcome() + accuracy() + speed() + limit()).strip();
    }

    private String outcome() {
        String epochs = "%,d of %,d epochs".formatted(facts.epochs(), plannedEpochs);
        return switch (state) {
            case "finished" -> "Finished %s in %s. ".formatted(epochs, duration(facts.seconds()));
            case "running" -> "Running: %s so far. ".formatted(epochs);
            case "failed" -> "Failed (%s): %s. ".formatted(epochs, reason.replaceAll("[.\\s]+$", ""));
            default -> "Stopped after step %,d (%s); it can be resumed. ".formatted(facts.steps(), epochs);
        };
    }

    private String accuracy() {
        if (facts.accuracy().isEmpty()) {
            return "";
        }
        String test = facts.testAccuracy().isPresent()
                ? ", and %s %s the test split with those weights"
                        .formatted(
                                task.text(facts.testAccuracy().getAsDouble()),
                                task == Task.CLASSIFICATION ? "of" : "on")
                : "";
        String sentence = switch (task) {
            case CLASSIFICATION -> "It classifies %s of the validation split correctly (best, at step %,d)%s. ";
            case MULTI_LABEL -> "Its mAP is %s on the validation split (best, at step %,d)%s. ";
            case REGRESSION -> "Its RMSE is %s on the validation split (best, at step %,d)%s. ";
        };
        return sentence.formatted(task.text(facts.accuracy().getAsDouble()), facts.bestStep(), test);
    }

    private String speed() {
        return facts.imagesPerSecond() > 0
                ? "It trains %,.0f images per second%s".formatted(facts.imagesPerSecond(), largest() < 0 ? ". " : "; ")
                : "";
    }

    private String limit() {
        int largest = largest();
        if (largest < 0 || facts.imagesPerSecond() <= 0) {
            return "";
        }
        return "most of the time, %.0f %%, goes to %s."
                .formatted(100 * shares.get(largest), TimeShares.NAMES.get(largest));
    }

    private int largest() {
        int largest = -1;
        for (int i = 0; i < shares.size(); i++) {
            if (shares.get(i) > 0 && (largest < 0 || shares.get(i) > shares.get(largest))) {
                largest = i;
            }
        }
        return largest;
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }

    static String duration(double seconds) {
        if (seconds < 120) {
            return String.format(Locale.ROOT, "%.1f s", seconds);
        }
        long minutes = Math.round(seconds / 60);
        return minutes < 120 ? minutes + " min" : "%d h %02d min".formatted(minutes / 60, minutes % 60);
    }
}
