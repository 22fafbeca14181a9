package dev.stoker.nn.weights;

import dev.stoker.core.StokerException;
import dev.stoker.nn.internal.WeightNames;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the named tensors of a PyTorch file: a state_dict itself, or one inside a checkpoint. */
final class StateDict {
    /** The keys under which checkpoints keep the state_dict, most specific first. */
    private static final List<String> PLACES = List.of("state_dict", "model_state_dict", "model");

    /** What DataParallel and torch.compile put before every name. */
    private static final List<String> WRAPPERS = List.of("module.", "_orig_mod.");

    private static final int DEEPEST = 3;
    private static final int SHOWN_KEYS = 8;

    private StateDict() {}

    static Map<String, PickledValue.View> of(Path path, PickledValue root) {
        PickledValue value = root;
        for (int depth = 0; depth < DEEPEST && value instanceof PickledValue.Dictionary dictionary; depth++) {
            var tensors = tensors(dictionary);
            if (!tensors.isEmpty()) {
                return unwrapped(unwrapped(tensors));
            }
            value = inside(dictionary);
        }
        String keys = root instanceof PickledValue.Dictionary dictionary ? keys(dictionary) : "it is no dictionary";
        throw new StokerException("%s holds no state_dict of tensors (%s); %s".formatted(path, keys, TorchFile.REMEDY));
    }

    private static Map<String, PickledValue.View> tensors(PickledValue.Dictionary dictionary) {
        var tensors = new LinkedHashMap<String, PickledValue.View>();
        dictionary.items.forEach((name, value) -> {
            if (value instanceof PickledValue.View view) {
                tensors.put(name, view);
            }
        });
        return tensors;
    }

    private static PickledValue inside(PickledValue.Dictionary dictionary) {
        return PLACES.stream()
                .map(place -> dictionary.items.getOrDefault(place, PickledValue.Ignored.VALUE))
                .filter(PickledValue.Dictionary.class::isInstance)
                .findFirst()
                .orElse(PickledValue.Ignored.VALUE);
    }

    private static String keys(PickledValue.Dictionary dictionary) {
        return "its keys: " + WeightNames.some(dictionary.items.keySet(), SHOWN_KEYS);
    }

    /** Removes one wrapper prefix, if every name has it; there are at most two, one of each kind. */
    private static Map<String, PickledValue.View> unwrapped(Map<String, PickledValue.View> tensors) {
        for (String wrapper : WRAPPERS) {
            if (tensors.keySet().stream().allMatch(name -> name.startsWith(wrapper))) {
                var inner = new LinkedHashMap<String, PickledValue.View>();
                tensors.forEach((name, view) -> inner.put(name.substring(wrapper.length()), view));
                return inner;
            }
        }
        return tensors;
    }
}
