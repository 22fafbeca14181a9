package dev.stoker.train.internal.step;

import dev.stoker.core.random.Seed;
import dev.stoker.data.label.LabelSets;
import dev.stoker.data.label.SoftLabels;
import dev.stoker.data.label.TargetScaling;
import dev.stoker.data.label.TargetValues;
import dev.stoker.train.SmallResidualNet;
import dev.stoker.train.step.ClassWeights;
import dev.stoker.train.step.Clipping;
import dev.stoker.train.step.Distillation;
import dev.stoker.train.step.Loss;
import dev.stoker.train.step.MixupCutmixSettings;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import dev.stoker.train.step.Teachers;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A step to be compared with itself: plain, with each option alone, and with all at once. */
public record StepCase(String title, StepSettings settings) {
    private static final TargetValues VALUES =
            new TargetValues(3, List.of(List.of(1.0, 2.0, 3.0), List.of(-1.0, 0.0, 5.0), List.of(4.0, 4.0, 4.0)));
    private static final TargetScaling SCALING = new TargetScaling(List.of(1.0, 2.0, 4.0), List.of(2.0, 1.5, 1.0));

    static Stream<StepCase> all(Precision precision) {
        return List.of(
                new StepCase("plain", StepSettings.builder(precision).build()),
                new StepCase(
                        "label smoothing",
                        StepSettings.builder(precision).labelSmoothing(0.1).build()),
                new StepCase(
                        "class weights",
                        StepSettings.builder(precision).loss(weighted()).build()),
                new StepCase(
                        "focal loss",
                        StepSettings.builder(precision).loss(Loss.focal(2, 0.1)).build()),
                new StepCase(
                        "binary cross entropy",
                        StepSettings.builder(precision)
                                .loss(Loss.binaryCrossEntropy(0.1))
                                .build()),
                new StepCase(
                        "multi-label",
                        StepSettings.builder(precision)
                                .loss(Loss.multiLabelFocal(
                                        new LabelSets(3, List.of(List.of(0), List.of(1, 2), List.of())), 2, 0.1))
                                .mixing(new MixupCutmixSettings(0.4, 0))
                                .build()),
                new StepCase(
                        "regression",
                        StepSettings.builder(precision)
                                .loss(Loss.huber(VALUES, SCALING, 0.5))
                                .build()),
                new StepCase(
                        "regression with mixup",
                        StepSettings.builder(precision)
                                .loss(Loss.squaredError(VALUES, SCALING))
                                .mixing(new MixupCutmixSettings(0.4, 0))
                                .build()),
                new StepCase(
                        "soft labels",
                        StepSettings.builder(precision)
                                .loss(Loss.softLabels(
                                        new SoftLabels(
                                                3,
                                                List.of(
                                                        List.of(0.7, 0.2, 0.1),
                                                        List.of(0.0, 1.0, 0.0),
                                                        List.of(0.5, 0.0, 0.5))),
                                        0.1))
                                .build()),
                new StepCase(
                        "accumulate",
                        StepSettings.builder(precision).microBatches(3).build()),
                new StepCase(
                        "clipped norm",
                        StepSettings.builder(precision)
                                .clipping(new Clipping.Norm(0.1))
                                .build()),
                new StepCase(
                        "clipped values",
                        StepSettings.builder(precision)
                                .clipping(new Clipping.Value(0.01))
                                .build()),
                new StepCase(
                        "adaptive clipping",
                        StepSettings.builder(precision)
                                .clipping(new Clipping.Adaptive(0.01))
                                .build()),
                new StepCase(
                        "mixup",
                        StepSettings.builder(precision)
                                .mixing(new MixupCutmixSettings(0.4, 0))
                                .build()),
                new StepCase(
                        "cutmix",
                        StepSettings.builder(precision)
                                .mixing(new MixupCutmixSettings(0, 1))
                                .build()),
                new StepCase(
                        "sharpness-aware",
                        StepSettings.builder(precision).ascent(0.05).build()),
                new StepCase(
                        "distillation",
                        StepSettings.builder(precision)
                                .distillation(teacher())
                                .mixing(new MixupCutmixSettings(0.4, 0))
                                .build()),
                new StepCase(
                        "weight average",
                        StepSettings.builder(precision).averageDecay(0.9).build()),
                everything(precision))
                .stream();
    }

    public static StepCase everything(Precision precision) {
        return new StepCase(
                "everything",
                StepSettings.builder(precision)
                        .loss(weighted())
                        .microBatches(2)
                        .clipping(new Clipping.Norm(1))
                        .mixing(new MixupCutmixSettings(0.4, 1))
                        .averageDecay(0.9)
                        .ascent(0.05)
                        .distillation(teacher())
                        .build());
    }

    private static Optional<Distillation> teacher() {
        return Optional.of(new Distillation(Teachers.of(shape -> SmallResidualNet.of(shape, 3), new Seed(11)), 0.5, 4));
    }

    private static Loss weighted() {
        return Loss.crossEntropy(0.1).weighted(new ClassWeights(List.of(0.5, 2.0, 1.0)));
    }

    @Override
    public String toString() {
        return title + " in " + settings.precision().title();
    }
}
