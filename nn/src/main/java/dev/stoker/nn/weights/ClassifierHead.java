package dev.stoker.nn.weights;

import dev.stoker.core.StokerException;
import dev.stoker.nn.Model;
import dev.stoker.nn.layer.WeightSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The layers that compute the logits. They are reinitialized where that is requested, or where the file was trained for
 * another number of classes.
 */
record ClassifierHead(String path, long classes, long classesInFile, boolean requested, List<String> otherHeads) {

    static ClassifierHead of(
            Model model, Map<String, WeightSpec> specs, Map<String, WeightFile.TensorInfo> stored, boolean requested) {
        String weight = specs.values().stream()
                .filter(spec -> spec.sizes().length == 2 && spec.sizes()[0] == model.classes())
                .map(WeightSpec::name)
                .reduce("", (_, last) -> last);
        if (requested && weight.isEmpty()) {
            throw new StokerException(
                    "new-head: model %s ends with no linear layer that could be reinitialized".formatted(model.name()));
        }
        String path = weight.isEmpty() ? "" : weight.substring(0, weight.lastIndexOf('.'));
        var given = stored.get(weight);
        long inFile = given == null || given.sizes().size() != 2
                ? model.classes()
                : given.sizes().getFirst();
        var others = specs.values().stream()
                .filter(spec -> isOtherHead(spec, stored, model.classes(), inFile))
                .map(WeightSpec::name)
                .toList();
        return new ClassifierHead(path, model.classes(), inFile, requested, others);
    }

    /** Auxiliary heads differ in their first size just as the head does, and in nothing else. */
    private static boolean isOtherHead(
            WeightSpec spec, Map<String, WeightFile.TensorInfo> stored, long classes, long inFile) {
        var given = stored.get(spec.name());
        if (classes == inFile
                || given == null
                || spec.sizes().length == 0
                || given.sizes().isEmpty()) {
            return false;
        }
        var expected = spec.sizeList();
        return expected.getFirst() == classes
                && given.sizes().getFirst() == inFile
                && expected.subList(1, expected.size())
                        .equals(given.sizes().subList(1, given.sizes().size()));
    }

    boolean isReinitialized(String name) {
        return otherHeads.contains(name) || (requested && !path.isEmpty() && name.startsWith(path + "."));
    }

    Optional<String> note() {
        if (classes != classesInFile) {
            return Optional.of("%s is reinitialized: the file has %d classes, this data %d"
                    .formatted(path, classesInFile, classes));
        }
        return requested ? Optional.of(path + " is reinitialized, as requested") : Optional.empty();
    }
}
