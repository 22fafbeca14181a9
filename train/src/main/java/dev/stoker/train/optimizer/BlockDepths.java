package dev.stoker.train.optimizer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How many blocks of a model come after each parameter, by names. A block is numbered and has several layers, such as {@code blocks.3} or
 * {@code features.1.0}; layers between two blocks belong together, and so do those of the stem and those of the head. A model without
 * blocks has its layers instead.
 */
final class BlockDepths {
    private BlockDepths() {}

    /** By name, in the order given, which is that of the forward pass: 0 for the head. */
    static Map<String, Integer> of(Collection<String> names) {
        boolean blocks = names.stream().anyMatch(name -> block(name).isPresent());
        var groups = new ArrayList<List<String>>();
        String last = "";
        for (String name : names) {
            String group = blocks ? block(name).orElse("") : layer(name);
            if (groups.isEmpty() || !group.equals(last)) {
                groups.add(new ArrayList<>());
            }
            groups.getLast().add(name);
            last = group;
        }
        var depths = new LinkedHashMap<String, Integer>();
        for (int i = 0; i < groups.size(); i++) {
            int after = groups.size() - 1 - i;
            groups.get(i).forEach(name -> depths.put(name, after));
        }
        return depths;
    }

    private static String layer(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }

    /** The path up to its first number and the numbers right after it, where that is not yet the path of a layer. */
    private static Optional<String> block(String name) {
        List<String> path = List.of(name.split("\\.", -1));
        int end = 0;
        while (end < path.size() && !path.get(end).matches(".*\\d")) {
            end++;
        }
        do {
            end++;
        } while (end < path.size() && path.get(end).matches("\\d+"));
        boolean parameter = end == path.size() - 1 && isLeaf(path.getLast());
        return end >= path.size() || parameter ? Optional.empty() : Optional.of(String.join(".", path.subList(0, end)));
    }

    /** What the tensors of a layer are called; another last element is a parameter of a block itself, such as a layer scale. */
    private static boolean isLeaf(String name) {
        return name.equals("weight") || name.equals("bias");
    }
}
