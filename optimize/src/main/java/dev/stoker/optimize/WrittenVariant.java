package dev.stoker.optimize;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A variant that is a file, and was evaluated, but whose speed was not measured.
 *
 * @param floatLayers layers that stayed in floats
 * @param sparsity the share of zeros in the weights of each layer, where they were pruned
 */
record WrittenVariant(String name, Path file, double accuracy, List<String> floatLayers, Map<String, Double> sparsity) {
    WrittenVariant {
        floatLayers = List.copyOf(floatLayers);
    }

    WrittenVariant withSparsity(Map<String, Double> shares) {
        return new WrittenVariant(name, file, accuracy, floatLayers, shares);
    }
}
