package dev.stoker.datasets.prepare;

import dev.stoker.core.io.Sha256;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Images of a part without those whose bytes an earlier one has, and what was dropped. */
record DeduplicatedImages(List<SourceImage> kept, List<Pair> dropped) {

    /** A file that was dropped and the one it repeats. */
    record Pair(SourceImage dropped, SourceImage kept) {}

    static DeduplicatedImages none(List<SourceImage> items) {
        return new DeduplicatedImages(items, List.of());
    }

    /** Reads only files that have their size in common with another. */
    static DeduplicatedImages find(List<SourceImage> items) {
        var perSize = items.stream().collect(Collectors.groupingBy(SourceImage::size, Collectors.counting()));
        var sums = items.parallelStream()
                .filter(item -> perSize.getOrDefault(item.size(), 0L) > 1)
                .collect(Collectors.toMap(Function.identity(), item -> Sha256.of(item.file())));
        return find(items, sums);
    }

    private static DeduplicatedImages find(List<SourceImage> items, Map<SourceImage, String> sums) {
        var kept = new ArrayList<SourceImage>();
        var dropped = new ArrayList<Pair>();
        var first = new HashMap<String, SourceImage>();
        for (var item : items) {
            var earlier = first.putIfAbsent(sums.getOrDefault(item, item.name()), item);
            if (earlier == null) {
                kept.add(item);
            } else {
                dropped.add(new Pair(item, earlier));
            }
        }
        return new DeduplicatedImages(kept, dropped);
    }
}
