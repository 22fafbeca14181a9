package dev.stoker.datasets.prepare;

import dev.stoker.core.PrintableText;
import dev.stoker.datasets.internal.file.NameLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The content of a finished shard, recorded beside the shards until the dataset is complete. */
record FinishedShard(
        String name,
        long bytes,
        String sha256,
        SortedMap<Integer, Long> perLabel,
        long cropReady,
        List<CorruptFile> corrupt,
        List<CorruptFile> damaged) {

    /** A file that was skipped, or is damaged, and why. */
    record CorruptFile(String name, String reason) {
        String line() {
            return NameLine.of(name) + "\t" + PrintableText.of(reason);
        }

        static CorruptFile parse(String name, String reason) {
            return new CorruptFile(NameLine.name(name).orElse(name), reason);
        }
    }

    long records() {
        return perLabel.values().stream().mapToLong(Long::longValue).sum();
    }

    String text() {
        var lines = new ArrayList<String>();
        lines.add("bytes\t" + bytes);
        lines.add("sha256\t" + sha256);
        lines.add("crop-ready\t" + cropReady);
        perLabel.forEach((label, count) -> lines.add("label\t" + label + "\t" + count));
        corrupt.forEach(file -> lines.add("corrupt\t" + file.line()));
        damaged.forEach(file -> lines.add("damaged\t" + file.line()));
        return String.join("\n", lines) + "\n";
    }

    static FinishedShard parse(String name, List<String> lines) {
        long bytes = 0;
        String sha256 = "";
        long cropReady = 0;
        SortedMap<Integer, Long> perLabel = new TreeMap<>();
        var corrupt = new ArrayList<CorruptFile>();
        var damaged = new ArrayList<CorruptFile>();
        for (String line : lines) {
            String[] words = line.split("\t", -1);
            switch (words[0]) {
                case "bytes" -> bytes = Long.parseLong(words[1]);
                case "sha256" -> sha256 = words[1];
                case "label" -> perLabel.put(Integer.valueOf(words[1]), Long.valueOf(words[2]));
                case "crop-ready" -> cropReady = Long.parseLong(words[1]);
                case "corrupt" -> corrupt.add(CorruptFile.parse(words[1], words[2]));
                case "damaged" -> damaged.add(CorruptFile.parse(words[1], words[2]));
                default -> throw new IllegalArgumentException("'%s' in the record of %s".formatted(line, name));
            }
        }
        return new FinishedShard(name, bytes, sha256, perLabel, cropReady, corrupt, damaged);
    }

    static Map<Integer, Long> sum(List<FinishedShard> shards) {
        var sum = new TreeMap<Integer, Long>();
        shards.forEach(shard -> shard.perLabel.forEach((label, count) -> sum.merge(label, count, Long::sum)));
        return sum;
    }
}
