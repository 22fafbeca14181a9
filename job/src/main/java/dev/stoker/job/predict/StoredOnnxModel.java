package dev.stoker.job.predict;

import dev.stoker.core.StokerException;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.job.deploy.ModelTools;
import dev.stoker.job.deploy.OnnxModel;
import dev.stoker.job.internal.setup.PlannedNativeSettings;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Device;
import dev.stoker.train.step.Loss;
import java.nio.file.Path;
import java.util.List;

/** An ONNX file with a model card, computed by ONNX Runtime on the CPU. */
final class StoredOnnxModel implements UsableModel {
    private static final List<String> WITHOUT = List.of("precision", "tta");

    private final OnnxModel file;
    private final ModelCard card;
    private final Plan plan;

    private StoredOnnxModel(Path path, OnnxModel file, PredictorSettings settings) {
        this.file = file;
        card = ModelCard.find(file.metadata(), path)
                .orElseThrow(() -> new StokerException(
                        "%s has no model card, which says what its classes are and how images are prepared: it is from another program; `stoker export` writes files with one"
                                .formatted(path)));
        plan = EvaluationPlan.of(card, settings, path);
        PlannedNativeSettings.apply(plan);
    }

    static StoredOnnxModel open(Path path, PredictorSettings settings) {
        refuse(path, settings);
        int threads = Plan.DEFAULTS
                .with("threads", settings.keys().getOrDefault("threads", "auto"))
                .device()
                .threads()
                .orElseGet(() -> Runtime.getRuntime().availableProcessors());
        var file = ModelTools.OPTIMIZE.load().load(path, threads);
        try {
            return new StoredOnnxModel(path, file, settings);
        } catch (RuntimeException failure) {
            file.close();
            throw failure;
        }
    }

    private static void refuse(Path path, PredictorSettings settings) {
        for (String key : WITHOUT) {
            if (settings.keys().containsKey(key)) {
                throw new StokerException(
                                "%s is not for ONNX files, which compute as they were written; leave it out for %s, or give the run"
                                        .formatted(key, path))
                        .about(key);
            }
        }
        if (settings.keys().getOrDefault("device", "auto").startsWith("cuda")) {
            throw new StokerException(
                            "%s is computed on the CPU, by ONNX Runtime; leave out the device, or give the run"
                                    .formatted(path))
                    .about("device");
        }
    }

    /** Whether a file is one, by its name. */
    static boolean isOne(Path file) {
        return file.toString().endsWith(".onnx");
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
        return Device.CPU;
    }

    @Override
    public List<String> notes() {
        return List.of();
    }

    @Override
    public RowClassifier open(int batch, Loss loss) {
        return new OnnxClassifier(file::logits, card.classes().size(), loss);
    }

    @Override
    public void close() {
        file.close();
    }
}
