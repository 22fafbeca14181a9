package dev.stoker.job;

import dev.stoker.data.PipelineResources;
import dev.stoker.data.Tunable;
import dev.stoker.data.explain.PipelineExplanation;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.job.internal.setup.InputResources;
import dev.stoker.job.internal.setup.PlannedPhases;
import dev.stoker.job.option.Auto;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.setup.BuiltModel;
import dev.stoker.job.setup.ChosenBatchSize;
import dev.stoker.job.setup.ChosenImageRoute;
import dev.stoker.job.setup.OpenedData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The input chain of a plan as it would run: the dataset, the image route, and for each training phase the transforms and the
 * compiled pipeline, with warnings where the order of steps is rarely intended. It opens the data, but trains nothing and
 * creates no run folder.
 *
 * @param samples what a row of the dataset is: images or rows
 * @param imageRoute where images are decoded and augmented, and why
 * @param evaluation the pipeline of an evaluation
 */
public record InputExplanation(
        String dataset,
        String samples,
        int trainingSamples,
        int validationSamples,
        int testSamples,
        int classes,
        String shape,
        String device,
        String imageRoute,
        String workers,
        String prefetch,
        String memory,
        List<PhaseInputExplanation> phases,
        PipelineExplanation evaluation,
        List<String> warnings) {

    public InputExplanation {
        phases = List.copyOf(phases);
        warnings = List.copyOf(warnings);
    }

    /** Explains a plan; a batch size that it leaves open is not searched for. */
    public static InputExplanation of(Plan asked) {
        try (var data = OpenedData.open(asked)) {
            var built = BuiltModel.of(data);
            var plan = withBatch(built.plan(), data.dataset());
            var route = ChosenImageRoute.of(data, new ChosenBatchSize(plan, Optional.empty()));
            var phases = PlannedPhases.of(
                    route.plan(),
                    data.dataset(),
                    route.route(),
                    data.parts().transforms(route.plan()),
                    built.model(),
                    built::forShape);
            var explained = of(data, route, phases);
            return asked.training().batch().isAuto() ? explained.withWarning(batchNote(plan)) : explained;
        }
    }

    private static Plan withBatch(Plan plan, LabeledDataset set) {
        if (!plan.training().batch().isAuto()) {
            return plan;
        }
        int batch = Math.min(
                Plan.DEFAULTS.training().batchSize(),
                Math.max(1, set.training().size() / plan.step().accumulate()));
        return plan.with(plan.training().withBatch(Auto.of(batch)));
    }

    private static String batchNote(Plan plan) {
        return "batch auto is found when training starts; this is the chain with batch %d"
                .formatted(plan.training().batchSize());
    }

    private static InputExplanation of(OpenedData data, ChosenImageRoute route, PlannedPhases phases) {
        var set = data.dataset();
        var plan = route.plan();
        var resources = InputResources.of(plan, data.device());
        var trained = phases.all(resources);
        var explained = IntStream.range(0, trained.size())
                .mapToObj(number -> PhaseInputExplanation.of(phases.titles(), number, trained.get(number)))
                .toList();
        return new InputExplanation(
                set.name(),
                set instanceof ImageDataset ? "images" : "rows",
                set.training().size(),
                set.validation().map(DatasetSplit::size).orElse(0),
                set.test().map(DatasetSplit::size).orElse(0),
                set.classes().size(),
                set.shape().toString(),
                data.device().toString(),
                route.reason(),
                text(resources.workers(), "%s"),
                text(resources.prefetch(), "%s batches"),
                memory(resources),
                explained,
                phases.last(resources).evaluationLoader().explanation(),
                explained.stream()
                        .flatMap(phase -> InputWarnings.of(plan, phase))
                        .distinct()
                        .toList());
    }

    private static String text(Tunable number, String unit) {
        return number.initial() == number.maximum()
                ? unit.formatted(number.initial())
                : "auto, " + unit.formatted(number.initial() + " to " + number.maximum());
    }

    private static String memory(PipelineResources resources) {
        return resources.memory().count() == Long.MAX_VALUE
                ? "unlimited"
                : resources.memory().toString();
    }

    private InputExplanation withWarning(String warning) {
        return new InputExplanation(
                dataset,
                samples,
                trainingSamples,
                validationSamples,
                testSamples,
                classes,
                shape,
                device,
                imageRoute,
                workers,
                prefetch,
                memory,
                phases,
                evaluation,
                Stream.concat(Stream.of(warning), warnings.stream()).toList());
    }

    /** For people. */
    public String text() {
        var text = new StringBuilder();
        row(
                text,
                "dataset",
                "%s: %,d training, %,d validation and %,d test %s of %s, %,d classes"
                        .formatted(dataset, trainingSamples, validationSamples, testSamples, samples, shape, classes));
        row(text, "device", device);
        row(text, "image route", imageRoute);
        row(text, "workers", workers);
        row(text, "prefetch", prefetch);
        row(text, "input memory", memory);
        phases.forEach(phase -> text.append('\n').append(phase.text(samples)));
        text.append("\nevaluation\n").append(chain(evaluation));
        if (!warnings.isEmpty()) {
            text.append('\n');
        }
        warnings.forEach(warning -> text.append("warning: ").append(warning).append('\n'));
        return text.toString();
    }

    private static void row(StringBuilder text, String title, String value) {
        text.append("%-13s %s%n".formatted(title, value));
    }

    /** Each step with how it runs, and in a second line what it means; the warnings of the whole have the words of the plan. */
    private static String indented(PipelineExplanation pipeline) {
        var text = new StringBuilder();
        for (var step : pipeline.steps()) {
            String branch = step.depth() == 0 ? "" : "  ".repeat(step.depth() - 1) + "└ ";
            text.append("    %-38s %s%n".formatted(branch + step.title(), step.execution()));
            if (!step.meaning().isEmpty()) {
                text.append("    %-38s %s%n".formatted("", step.meaning()));
            }
        }
        return text.toString();
    }

    static String chain(PipelineExplanation pipeline) {
        return "  input chain, the last step first\n" + indented(pipeline);
    }

    /** For JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("dataset", dataset);
        fields.put("training_" + samples, trainingSamples);
        fields.put("validation_" + samples, validationSamples);
        fields.put("test_" + samples, testSamples);
        fields.put("classes", classes);
        fields.put("shape", shape);
        fields.put("device", device);
        fields.put("image_route", imageRoute);
        fields.put("workers", workers);
        fields.put("prefetch", prefetch);
        fields.put("input_memory", memory);
        fields.put("phases", phases.stream().map(phase -> phase.fields(samples)).toList());
        fields.put("evaluation", chainFields(evaluation));
        fields.put("warnings", warnings);
        return fields;
    }

    static List<Map<String, Object>> chainFields(PipelineExplanation pipeline) {
        var chain = new ArrayList<Map<String, Object>>();
        for (var step : pipeline.steps()) {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("depth", step.depth());
            fields.put("step", step.title());
            step.elements().ifPresent(elements -> fields.put("elements", elements));
            fields.put("execution", step.execution());
            fields.put("meaning", step.meaning());
            chain.add(fields);
        }
        return chain;
    }
}
