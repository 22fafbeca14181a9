package dev.stoker.datasets.prepare;

import dev.stoker.core.io.Sha256;
import dev.stoker.core.random.Permutation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Which image goes into which shard, and how: settled before the first is stored. */
record ShardPlan(
        PreparationSettings settings,
        List<String> classes,
        List<PlannedShard> shards,
        List<DeduplicatedImages.Pair> duplicates) {

    static ShardPlan of(PreparationSettings asked) {
        var source = SourceScan.scan(asked);
        var settings = StoredSizeEstimate.settled(asked, source);
        double growth = StoredSizeEstimate.of(settings, source);
        var shards = new ArrayList<PlannedShard>();
        var duplicates = new ArrayList<DeduplicatedImages.Pair>();
        source.parts().forEach((part, items) -> {
            var deduplicated = settings.dedupe() ? DeduplicatedImages.find(items) : DeduplicatedImages.none(items);
            duplicates.addAll(deduplicated.dropped());
            var ordered = settings.shuffle() ? shuffled(settings, part, deduplicated.kept()) : deduplicated.kept();
            shards.addAll(PlannedShard.plan(part, ordered, settings.shardSize(), growth));
        });
        return new ShardPlan(settings, source.classes(), shards, duplicates);
    }

    private static List<SourceImage> shuffled(PreparationSettings settings, SplitName part, List<SourceImage> items) {
        var order = new Permutation(items.size(), settings.seed().forPurpose("shuffle " + part.title()));
        return LongStream.range(0, items.size())
                .mapToObj(position -> items.get((int) order.at(position)))
                .toList();
    }

    long images() {
        return shards.stream().mapToLong(shard -> shard.items().size()).sum();
    }

    /** Bytes of all image files. */
    long bytes() {
        return shards.stream()
                .flatMap(shard -> shard.items().stream())
                .mapToLong(SourceImage::size)
                .sum();
    }

    /** The settings and a fingerprint of every image's place, size and time. */
    Map<String, String> plan() {
        var plan = new LinkedHashMap<>(settings.content());
        var images = shards.stream()
                .flatMap(shard -> shard.items().stream()
                        .map(item -> String.join(
                                "\t",
                                shard.fileName(),
                                item.name(),
                                Integer.toString(item.label()),
                                Long.toString(item.size()),
                                item.modified().toString())));
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
