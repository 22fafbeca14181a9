package dev.stoker.train.internal.step;

import dev.stoker.train.step.MixupCutmixSettings;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import java.util.List;
import java.util.stream.Stream;

/** A step to be compared with itself: with nothing besides, with each thing alone, and with all at once. */
public record StepCase(String title, StepSettings settings) {
    static Stream<StepCase> all(Precision precision) {
        var auto = StepSettings.Capture.AUTO;
        var none = MixupCutmixSettings.NONE;
        return List.of(
                new StepCase("plain", new StepSettings(precision, 0, 1, 0, none, 0, auto)),
                new StepCase("label smoothing", new StepSettings(precision, 0.1, 1, 0, none, 0, auto)),
                new StepCase("accumulate", new StepSettings(precision, 0, 3, 0, none, 0, auto)),
                new StepCase("clip", new StepSettings(precision, 0, 1, 0.1, none, 0, auto)),
                new StepCase("mixup", new StepSettings(precision, 0, 1, 0, new MixupCutmixSettings(0.4, 0), 0, auto)),
                new StepCase("cutmix", new StepSettings(precision, 0, 1, 0, new MixupCutmixSettings(0, 1), 0, auto)),
                new StepCase("averaging", new StepSettings(precision, 0, 1, 0, none, 0.9, auto)),
                everything(precision))
                .stream();
    }

    public static StepCase everything(Precision precision) {
        return new StepCase(
                "everything",
                new StepSettings(
                        precision, 0.1, 2, 1, new MixupCutmixSettings(0.4, 1), 0.9, StepSettings.Capture.AUTO));
    }

    @Override
    public String toString() {
        return title + " in " + settings.precision().title();
    }
}
