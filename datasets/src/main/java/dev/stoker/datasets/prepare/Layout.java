package dev.stoker.datasets.prepare;

import dev.stoker.core.Permutation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Which picture goes into which shard, and how: settled before the first is stored. */
record Layout(
        PreparationSettings settings,
        List<String> classes,
        List<PlannedShard> shards,
        List<Duplicates.Pair> duplicates) {

    static Layout of(PreparationSettings asked) {
        var source = PictureSource.scan(asked);
        var settings = Growth.settled(asked, source);
        double growth = Growth.of(settings, source);
        var shards = new ArrayList<PlannedShard>();
        var duplicates = new ArrayList<Duplicates.Pair>();
        source.parts().forEach((part, items) -> {
            var sifted = settings.dedupe() ? Duplicates.find(items) : Duplicates.none(items);
            duplicates.addAll(sifted.dropped());
            var ordered = settings.shuffle() ? shuffled(settings, part, sifted.kept()) : sifted.kept();
            shards.addAll(PlannedShard.plan(part, ordered, settings.shardSize(), growth));
        });
        return new Layout(settings, source.classes(), shards, duplicates);
    }

    private static List<Item> shuffled(PreparationSettings settings, Part part, List<Item> items) {
        var order = new Permutation(items.size(), settings.seed().forPurpose("shuffle " + part.title()));
        return LongStream.range(0, items.size())
                .mapToObj(position -> items.get((int) order.at(position)))
                .toList();
    }

    long pictures() {
        return shards.stream().mapToLong(shard -> shard.items().size()).sum();
    }

    /** Bytes of all picture files. */
    long bytes() {
        return shards.stream()
                .flatMap(shard -> shard.items().stream())
                .mapToLong(Item::size)
                .sum();
    }

    /** The settings and a fingerprint of every picture's place, size and time. */
    Map<String, String> plan() {
        var plan = new LinkedHashMap<>(settings.content());
        var pictures = shards.stream()
                .flatMap(shard -> shard.items().stream()
                        .map(item -> String.join(
                                "\t",
                                shard.fileName(),
                                item.name(),
                                Integer.toString(item.label()),
                                Long.toString(item.size()),
                                item.modified().toString())));
        plan.put(PlanNote.PICTURES, Sha256.of(Stream.concat(classes.stream(), pictures)));
        return plan;
    }
}
