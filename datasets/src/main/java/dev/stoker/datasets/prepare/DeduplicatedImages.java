package dev.stoker.datasets.prepare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The images of a split without those that repeat the bytes of an earlier one, and the dropped ones. */
record DeduplicatedImages(List<SourceImage> kept, List<Pair> dropped) {

    /** A dropped file and the one it repeats. */
    record Pair(SourceImage dropped, SourceImage kept) {}

    static DeduplicatedImages none(List<SourceImage> images) {
        return new DeduplicatedImages(images, List.of());
    }

    /** Hashes only files whose size another file has too. */
    static DeduplicatedImages find(List<SourceImage> images) {
        var perSize = images.stream().collect(Collectors.groupingBy(SourceImage::size, Collectors.counting()));
        var sums = images.parallelStream()
                .filter(image -> perSize.getOrDefault(image.size(), 0L) > 1)
                .collect(Collectors.toMap(
                        Function.identity(), image -> image.content().sha256()));
        return find(images, sums);
    }

    private static DeduplicatedImages find(List<SourceImage> images, Map<SourceImage, String> sums) {
        var kept = new ArrayList<SourceImage>();
        var dropped = new ArrayList<Pair>();
        var first = new HashMap<Object, SourceImage>(); // by hash, or by the image itself where no other has its size
        for (var image : images) {
            var earlier = first.putIfAbsent(sums.containsKey(image) ? sums.get(image) : image, image);
            if (earlier == null) {
                kept.add(image);
            } else {
                dropped.add(new Pair(image, earlier));
            }
        }
        return new DeduplicatedImages(kept, dropped);
    }
}
