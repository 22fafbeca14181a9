package dev.stoker.datasets.prepare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The manifest of a prepared dataset: its provenance, its settings and the content of every shard. */
record DatasetManifest(
        Provenance origin,
        Map<String, String> settings,
        List<String> classes,
        Map<SplitName, List<FinishedShard>> splits,
        long duplicates) {

    Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("stoker", origin.version());
        fields.put("command", origin.command());
        fields.put("settings", settings);
        fields.put("classes", classes.size());
        fields.put("records", all().stream().mapToLong(FinishedShard::records).sum());
        fields.put("bytes", bytes());
        fields.put("crop_ready", cropReady());
        fields.put("skipped", skipped());
        fields.put("damaged", damaged());
        fields.put("duplicates", duplicates);
        var described = new LinkedHashMap<String, Object>();
        splits.forEach((split, shards) -> described.put(split.title(), split(shards)));
        fields.put("parts", described);
        return fields;
    }

    List<FinishedShard> all() {
        return splits.values().stream().flatMap(List::stream).toList();
    }

    long bytes() {
        return all().stream().mapToLong(FinishedShard::bytes).sum();
    }

    /** The number of images whose crops can be decoded alone. */
    long cropReady() {
        return all().stream().mapToLong(FinishedShard::cropReady).sum();
    }

    long skipped() {
        return all().stream().mapToLong(shard -> shard.corrupt().size()).sum();
    }

    /** The number of damaged source files, stored or not. */
    long damaged() {
        return all().stream().mapToLong(shard -> shard.damaged().size()).sum();
    }

    private Map<String, Object> split(List<FinishedShard> shards) {
        var perClass = new LinkedHashMap<String, Object>();
        FinishedShard.sum(shards).forEach((label, count) -> perClass.put(classes.get(label), count));
        var fields = new LinkedHashMap<String, Object>();
        fields.put("records", shards.stream().mapToLong(FinishedShard::records).sum());
        fields.put("bytes", shards.stream().mapToLong(FinishedShard::bytes).sum());
        fields.put("per_class", perClass);
        var described = new ArrayList<Object>();
        shards.forEach(shard -> described.add(shard(shard)));
        fields.put("shards", described);
        return fields;
    }

    private static Map<String, Object> shard(FinishedShard shard) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("name", shard.name());
        fields.put("records", shard.records());
        fields.put("bytes", shard.bytes());
        fields.put("sha256", shard.sha256());
        return fields;
    }
}
