package dev.stoker.job.predict;

import dev.stoker.core.StokerException;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.nn.layer.WeightSpec;
import dev.stoker.nn.weights.SafetensorsFile;
import dev.stoker.nn.weights.WeightFile;
import java.util.List;
import java.util.Map;

/**
 * The weights of a model in a file: alone, or within a checkpoint, where those that are evaluated are the moving average if
 * there is one. Names and sizes are compared before anything is allocated.
 */
final class StoredWeights {
    private static final List<String> PREFIXES = List.of("", "average.", "model.");

    private final SafetensorsFile file;
    private final String prefix;

    private StoredWeights(SafetensorsFile file, String prefix) {
        this.file = file;
        this.prefix = prefix;
    }

    /** Refuses a file that lacks a tensor of the model or has it in another size. */
    static StoredWeights of(SafetensorsFile file, Model model) {
        var specs = WeightSpec.of(model);
        var stored = file.tensors();
        String prefix = PREFIXES.stream()
                .filter(each -> specs.stream().allMatch(spec -> stored.containsKey(each + spec.name())))
                .findFirst()
                .orElse("");
        specs.forEach(spec -> refuseOther(file, model, spec, stored, prefix));
        return new StoredWeights(file, prefix);
    }

    private static void refuseOther(
            SafetensorsFile file,
            Model model,
            WeightSpec spec,
            Map<String, WeightFile.TensorInfo> stored,
            String prefix) {
        var info = stored.get(prefix + spec.name());
        if (info == null || !info.sizes().equals(spec.sizeList())) {
            throw new StokerException("%s does not hold the model %s of its card: %s is %s, expected %s"
                    .formatted(
                            file.path(),
                            model.name(),
                            spec.name(),
                            info == null ? "missing" : info.sizes(),
                            spec.sizeList()));
        }
    }

    void copyInto(Weights weights) {
        weights.all().forEach((name, tensor) -> file.copy(prefix + name, tensor));
    }
}
