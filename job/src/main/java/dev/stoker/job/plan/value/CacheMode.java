package dev.stoker.job.plan.value;

import dev.stoker.core.Bytes;
import dev.stoker.datasets.SampleCache;
import java.nio.file.Path;

/** The cache of the training images: {@code none}, {@code memory}, or a folder. */
public sealed interface CacheMode {
    record None() implements CacheMode {
        @Override
        public String toString() {
            return "none";
        }
    }

    record Memory() implements CacheMode {
        @Override
        public String toString() {
            return "memory";
        }
    }

    record Folder(Path path) implements CacheMode {
        @Override
        public String toString() {
            String text = path.toString();
            boolean ambiguous = text.equals("none") || text.equals("memory"); // a folder of that name, as in none/
            return ambiguous ? Path.of(".", text).toString() : text;
        }
    }

    static CacheMode parse(String text) {
        return switch (text) {
            case "" -> throw new IllegalArgumentException("none, memory or a folder");
            case "none" -> new None();
            case "memory" -> new Memory();
            default -> new Folder(Path.of(text).normalize());
        };
    }

    /** The same for a dataset; in memory at most half of the Java heap and half of the budget, which batches need too. */
    default SampleCache toSampleCache(Bytes budget) {
        return switch (this) {
            case None _ -> new SampleCache.None();
            case Memory _ ->
                new SampleCache.Memory(new Bytes(Math.max(
                        1, Math.min(budget.count(), Runtime.getRuntime().maxMemory()) / 2)));
            case Folder(var path) -> new SampleCache.Disk(path);
        };
    }
}
