package dev.stoker.datasets.prepare;

import dev.stoker.core.io.Sha256;
import dev.stoker.core.random.Permutation;
import dev.stoker.data.storage.Storage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Which image goes into which shard, planned before the first one is written. */
record ShardPlan(
        PreparationSettings settings,
        List<String> classes,
        List<PlannedShard> shards,
        List<DeduplicatedImages.Pair> duplicates) {

    static ShardPlan of(PreparationSettings asked, Optional<Storage> storage) {
        var source = storage.map(place -> SourceScan.scan(asked, place)).orElseGet(() -> SourceScan.scan(asked));
        var settings = StoredSizeEstimate.resolved(asked, source);
        double growth = StoredSizeEstimate.of(settings, source);
        var shards = new ArrayList<PlannedShard>();
        var duplicates = new ArrayList<DeduplicatedImages.Pair>();
        source.splits().forEach((split, images) -> {
            var deduplicated = settings.dedupe() ? DeduplicatedImages.find(images) : DeduplicatedImages.none(images);
            duplicates.addAll(deduplicated.dropped());
            var ordered = settings.shuffle() ? shuffled(settings, split, deduplicated.kept()) : deduplicated.kept();
            shards.addAll(PlannedShard.plan(split, ordered, settings.shardSize(), growth));
        });
        return new ShardPlan(settings, source.classes(), shards, duplicates);
    }

    private static List<SourceImage> shuffled(PreparationSettings settings, SplitName split, List<SourceImage> images) {
        var order = new Permutation(images.size(), settings.seed().forPurpose("shuffle " + split.title()));
        return LongStream.range(0, images.size())
                .mapToObj(position -> images.get((int) order.at(position)))
                .toList();
    }

    long images() {
        return shards.stream().mapToLong(shard -> shard.images().size()).sum();
    }

    /** The total size of the image files. */
    long bytes() {
        return shards.stream()
                .flatMap(shard -> shard.images().stream())
                .mapToLong(SourceImage::size)
                .sum();
    }

    /** The settings, and a fingerprint of the shard, size and time of every image. */
    Map<String, String> plan() {
        var plan = new LinkedHashMap<>(settings.content());
        var images = shards.stream()
                .flatMap(shard -> shard.images().stream()
                        .map(image -> String.join(
                                "\t",
                                shard.fileName(),
                                image.name(),
                                Integer.toString(image.label()),
                                Long.toString(image.size()),
                                image.modified().toString() + image.content().validator())));
        plan.put(ShardPlanFile.IMAGES, fingerprint(Stream.concat(classes.stream(), images)));
        return plan;
    }

    /** The hash of texts without zero characters; a zero byte ends each. */
    private static String fingerprint(Stream<String> texts) {
        var digest = Sha256.digest();
        texts.forEach(text -> {
            digest.update(text.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
        });
        return Sha256.hex(digest.digest());
    }
}
