package dev.stoker.job.setup;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.data.yaml.YamlWriter;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.datasets.Normalization;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.datasets.table.TableDataset;
import dev.stoker.job.internal.setup.ModelFactory;
import dev.stoker.job.internal.setup.PlannedPhases;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.predict.TrainedModel;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.train.step.Distillation;
import dev.stoker.train.step.Teacher;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The teacher of a plan, checked against the dataset.
 *
 * @param note in one line, for people; empty where there is none
 */
public record ChosenTeacher(Optional<Distillation> distillation, Optional<String> note) {
    public static final ChosenTeacher NONE = new ChosenTeacher(Optional.empty(), Optional.empty());

    /** The file of the plan is the one that {@link OpenedData} has found. */
    public static ChosenTeacher of(Plan plan, LabeledDataset set) {
        return plan.compression().teacher().map(file -> of(plan, file, set)).orElse(NONE);
    }

    private static ChosenTeacher of(Plan plan, Path file, LabeledDataset set) {
        try (var open = TrainedModel.open(file)) {
            open.requireClassifier();
            var card = open.card();
            refuseOtherClasses(file, card, set);
            refuseOtherInput(file, card, set);
            var model = open.model();
            plan.phases().forEach(phase -> forShape(file, card, model, PlannedPhases.shape(phase, set)));
            var teacher = new Teacher(
                    shape -> forShape(file, card, model, shape), weights -> copy(file, weights), rescaling(card, set));
            double weight = plan.compression().distillWeight();
            double temperature = plan.compression().distillTemperature();
            return new ChosenTeacher(
                    Optional.of(new Distillation(teacher, weight, temperature)),
                    Optional.of("%s from %s, weight %s, temperature %s"
                            .formatted(card.model(), file, weight, temperature)));
        }
    }

    private static void refuseOtherClasses(Path file, ModelCard card, LabeledDataset set) {
        if (card.classes().size() != set.classes().size()) {
            throw wrong("the teacher %s has %,d classes, but %s has %,d; train a teacher on the same classes"
                    .formatted(
                            file,
                            card.classes().size(),
                            set.name(),
                            set.classes().size()));
        }
        IntStream.range(0, card.classes().size())
                .filter(i -> !card.classes().get(i).equals(set.classes().get(i)))
                .findFirst()
                .ifPresent(i -> {
                    throw wrong(
                            "class %d of the teacher %s is '%s', but that of %s is '%s'; train a teacher on the same classes, in the same order"
                                    .formatted(
                                            i,
                                            file,
                                            card.classes().get(i),
                                            set.name(),
                                            set.classes().get(i)));
                });
    }

    private static void refuseOtherInput(Path file, ModelCard card, LabeledDataset set) {
        var columns = set instanceof TableDataset table
                ? Optional.of(new ModelCard.Table(table.label(), YamlWriter.line(table.definition())))
                : Optional.<ModelCard.Table>empty();
        if (!card.table().equals(columns)) {
            throw wrong(
                    "the teacher %s takes %s, and %s has %s; train a teacher on the same data, divided by the same seed"
                            .formatted(file, rows(card.table()), set.name(), rows(columns)));
        }
        if (card.input().channels() != set.shape().channels()) {
            throw wrong(
                    "the teacher %s takes images of %d channels, but those of %s have %d; train a teacher on the same data"
                            .formatted(
                                    file,
                                    card.input().channels(),
                                    set.name(),
                                    set.shape().channels()));
        }
    }

    private static String rows(Optional<ModelCard.Table> table) {
        return table.map(each -> "rows of other columns or statistics").orElse("images");
    }

    /** The teacher for images of a shape, where its weights do not depend on that. */
    private static Model forShape(Path file, ModelCard card, Model model, Shape shape) {
        return shape.equals(card.input())
                ? model
                : rebuilt(card, shape)
                        .filter(other -> model.firstDifference(other).isEmpty())
                        .orElseThrow(() -> wrong(
                                "the teacher %s is model %s for images of %s, and does not take the %s of this run; train both at one size, or choose a teacher with global average pooling, such as resnet18"
                                        .formatted(file, card.model(), card.input(), shape)));
    }

    private static Optional<Model> rebuilt(ModelCard card, Shape shape) {
        try {
            return card.layers()
                    .map(layers ->
                            ModelFactory.build(layers, shape, card.classes().size()));
        } catch (StokerException _) {
            return Optional.empty(); // a layer does not fit
        }
    }

    private static void copy(Path file, Weights weights) {
        try (var open = TrainedModel.open(file)) {
            open.copyInto(weights);
        }
    }

    /** From the normalization of the dataset to that of the teacher. */
    private static Optional<Teacher.Rescaling> rescaling(ModelCard card, LabeledDataset set) {
        return card.normalization()
                .flatMap(theirs -> set instanceof ImageDataset images
                                && !images.normalization().equals(theirs)
                        ? Optional.of(rescaling(images.normalization(), theirs))
                        : Optional.empty());
    }

    private static Teacher.Rescaling rescaling(Normalization ours, Normalization theirs) {
        var channels = IntStream.range(0, ours.mean().size()).boxed().toList();
        return new Teacher.Rescaling(
                channels.stream()
                        .map(c -> ours.standardDeviation().get(c)
                                / theirs.standardDeviation().get(c))
                        .toList(),
                channels.stream()
                        .map(c -> (ours.mean().get(c) - theirs.mean().get(c))
                                / theirs.standardDeviation().get(c))
                        .toList());
    }

    private static StokerException wrong(String sentence) {
        return new StokerException(sentence).about("teacher");
    }
}
