package dev.stoker.job.predict;

import dev.stoker.datasets.card.ModelCard;
import dev.stoker.job.internal.setup.PlannedNativeSettings;
import dev.stoker.job.option.Auto;
import dev.stoker.job.plan.Plan;
import dev.stoker.nn.Model;
import dev.stoker.nn.weights.SafetensorsFile;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Devices;
import dev.stoker.train.evaluation.Classifier;
import dev.stoker.train.evaluation.ClassifierSettings;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.step.Loss;
import dev.stoker.train.step.Precision;
import java.nio.file.Path;
import java.util.List;

/** Weights in a safetensors file, computed by libtorch on any device. */
final class StoredModel implements UsableModel {
    private final SafetensorsFile file;
    private final ModelCard card;
    private final Model model;
    private final StoredWeights weights;
    private final Plan plan;
    private final Device device;
    private final Auto<Precision> asked;
    private final Precision precision;

    private StoredModel(SafetensorsFile file, PredictorSettings settings) {
        this.file = file;
        card = StoredModelCard.of(file);
        var cardPlan = EvaluationPlan.of(card, settings, file.path());
        model = settings.model().orElseGet(() -> StoredModelCard.build(card));
        weights = StoredWeights.of(file, model);
        device = Devices.choose(cardPlan.device().device().toString());
        asked = cardPlan.step().precision();
        precision = EvaluationPlan.precision(cardPlan, settings, device);
        plan = cardPlan.with(cardPlan.step().in(precision));
        PlannedNativeSettings.apply(plan);
    }

    static StoredModel open(Path path, PredictorSettings settings) {
        var file = SafetensorsFile.open(path);
        try {
            return new StoredModel(file, settings);
        } catch (RuntimeException failure) {
            file.close();
            throw failure;
        }
    }

    @Override
    public ModelCard card() {
        return card;
    }

    @Override
    public Plan plan() {
        return plan;
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public List<String> notes() {
        return asked
                .value()
                .filter(other -> other != precision)
                .map(other -> "computing in %s, since %s has no %s".formatted(precision.title(), device, other.title()))
                .stream()
                .toList();
    }

    @Override
    public RowClassifier open(int batch, Loss loss) {
        return new TorchClassifier(new Classifier(
                model,
                new RowFeeds(card, plan, device).input(batch),
                new ClassifierSettings(
                        device,
                        precision,
                        plan.device().capture(),
                        plan.evaluation().tta(),
                        loss),
                weights::copyInto));
    }

    private record TorchClassifier(Classifier classifier) implements RowClassifier {
        @Override
        public Evaluation evaluate(Classifier.FeedOpener feed) {
            return classifier.evaluate(feed);
        }

        @Override
        public void classify(Classifier.FeedOpener feed, Classifier.LogitsConsumer consumer) {
            classifier.classify(feed, consumer);
        }

        @Override
        public void close() {
            classifier.close();
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
