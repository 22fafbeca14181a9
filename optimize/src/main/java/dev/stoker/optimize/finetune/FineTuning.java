package dev.stoker.optimize.finetune;

import dev.stoker.core.StokerException;
import dev.stoker.core.Task;
import dev.stoker.data.yaml.YamlWriter;
import dev.stoker.job.TrainingJob;
import dev.stoker.job.deploy.FineTuneSettings;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanKey;
import dev.stoker.job.predict.TrainedModel;
import dev.stoker.nn.Model;
import dev.stoker.nn.WeightedModel;
import dev.stoker.nn.definition.ModelDefinition;
import dev.stoker.nn.weights.SafetensorsWriter;
import dev.stoker.tensor.Tensor;
import dev.stoker.train.TrainingObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Trains a changed model on, as a run of its own: with the plan of the run that it came from, its data, augmentation and batches, at a
 * smaller learning rate.
 *
 * @param data the dataset
 * @param folder in which runs are kept
 */
public record FineTuning(
        TrainedModel trained, String data, Path folder, FineTuneSettings settings, Consumer<String> progress) {
    private static final double RATE = 0.1;

    /** Keys whose values are those of a plan that says nothing of them: the run that is continued may have been cut short. */
    private static final List<String> BY_DEFAULT = List.of(
            "max-steps",
            "max-time",
            "patience",
            "device",
            "precision",
            "weights-only",
            "new-head",
            "whiten",
            "prune",
            "prune-scope",
            "prune-rise",
            "profile",
            "hogwild-threads");

    /**
     * The weights after so many epochs; they belong to the innermost scope.
     *
     * @param name of the run
     * @param keys of the plan
     */
    public WeightedModel train(String name, WeightedModel start, int epochs, Map<String, String> keys) {
        String layers = YamlWriter.line(ModelDefinition.write(start.model()));
        Path file = trained(
                name,
                start.weights().all(),
                initial -> TrainingJob.start(plan(name, initial, epochs, keys).with("model", layers)));
        try (var result = TrainedModel.open(file)) {
            return new WeightedModel(result.model(), result.weights());
        }
    }

    /** The same for a model with layers that no file describes: the file of its weights. */
    public Path train(String name, Model model, Map<String, Tensor> start, int epochs, Map<String, String> keys) {
        return trained(
                name,
                start,
                initial -> TrainingJob.builder()
                        .model(model)
                        .plan(plan(name, initial, epochs, keys).with(Plan.DEFAULTS.progressiveTraining()))
                        .start());
    }

    /** The last weights, not the best: those of before the end are less changed than asked for. */
    private Path trained(String name, Map<String, Tensor> start, Function<Path, TrainingJob> jobs) {
        Path initial = initialWeights(name, start);
        try (var job = jobs.apply(initial)) {
            progress.accept("%s: fine-tuning, epochs: %d, run: %s"
                    .formatted(name, job.plan().training().epochs(), job.folder()));
            return job.run(List.of(new EpochProgress(name, trained.card().task(), progress)), () -> false)
                    .orElseThrow()
                    .run()
                    .resolve("model.safetensors");
        } finally {
            delete(initial);
        }
    }

    private Path initialWeights(String name, Map<String, Tensor> start) {
        try {
            Files.createDirectories(folder);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        Path file = folder.resolve(name + "-initial.safetensors");
        SafetensorsWriter.write(file, start, Map.of());
        return file;
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Plan plan(String name, Path initial, int epochs, Map<String, String> keys) {
        var plan = trained.planOfRun()
                .orElseThrow(() -> new StokerException(
                                "fine-tuning repeats the plan of a run, and no plan.yaml lies beside %s; give a run"
                                        .formatted(trained.path()))
                        .about("epochs", "aware"));
        if (!plan.run().customParts().parts().isEmpty()) {
            throw new StokerException(
                            "fine-tuning repeats the plan of a run, and this one had parts of a program: %s; train the variant in that program"
                                    .formatted(plan.run().customParts()))
                    .about("epochs", "aware");
        }
        for (String key : BY_DEFAULT) {
            plan = plan.with(key, PlanKey.named(key).text(Plan.DEFAULTS));
        }
        double rate = settings.rate().orElse(RATE * plan.learningRate().lr().chosen());
        plan = plan.with("data", data)
                .with("weights", initial.toString())
                .with("epochs", Integer.toString(epochs))
                .with("lr", Double.toString(rate))
                .with("warm-up", "0")
                .with("name", name)
                .with("runs", folder.toString());
        for (var key : keys.entrySet()) {
            plan = plan.with(key.getKey(), key.getValue());
        }
        return plan;
    }

    /** A line for each epoch. */
    private record EpochProgress(String name, Task task, Consumer<String> progress) implements TrainingObserver {
        @Override
        public void epochFinished(EpochReport report) {
            progress.accept("%s: epoch %d of %d, loss %.4f%s"
                    .formatted(
                            name,
                            report.epoch() + 1,
                            report.epochs(),
                            report.training().loss(),
                            report.validation()
                                    .map(found -> ", validation %s %s"
                                            .formatted(
                                                    task.metric(),
                                                    task.text(found.score().accuracy())))
                                    .orElse("")));
        }
    }
}
