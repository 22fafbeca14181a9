package dev.stoker.job.setup;

import dev.stoker.core.Bytes;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What each part of the process may hold, or is estimated to hold.
 *
 * @param heap the most that the Java heap may grow to
 * @param runtime what the JVM holds besides the heap: classes, compiled code, stacks
 * @param libraries pages of native libraries, and what they and the dataset hold already
 * @param training model, gradients, optimizer, activations and a checkpoint on its way; 0 where another device holds them
 */
public record MemoryShares(Bytes heap, Bytes runtime, Bytes libraries, Bytes training) {

    /** Everything but the input pipeline. */
    public Bytes fixed() {
        return new Bytes(parts().values().stream().mapToLong(Bytes::count).sum());
    }

    private Map<String, Bytes> parts() {
        var parts = new LinkedHashMap<String, Bytes>();
        parts.put("Java heap", heap);
        parts.put("model, gradients, optimizer and activations", training);
        parts.put("libraries and data", libraries);
        parts.put("JVM", runtime);
        return parts;
    }

    /** The largest part. */
    String dominating() {
        var most = parts().entrySet().stream()
                .max(Map.Entry.comparingByValue(Comparator.naturalOrder()))
                .orElseThrow();
        return "%s with %s".formatted(most.getKey(), most.getValue());
    }

    @Override
    public String toString() {
        return parts().entrySet().stream()
                .map(part -> "%s %s".formatted(part.getKey(), part.getValue()))
                .collect(Collectors.joining(", "));
    }
}
