package dev.stoker.bench.internal.format;

import dev.stoker.bench.internal.mutation.ByteMutator;
import dev.stoker.bench.internal.mutation.PngMutator;
import dev.stoker.bench.internal.stored.StoredImagesTarget;
import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The targets by name. */
public final class FuzzTargets {
    private static final Map<String, Entry> ALL = new LinkedHashMap<>();

    /** How a target is made, and how often it is its turn. */
    private record Entry(int weight, Function<ScratchFolder, FuzzTarget> factory) {}

    static {
        ALL.put("jpeg", new Entry(24, _ -> new JpegTarget()));
        ALL.put("png", new Entry(16, _ -> new ImageTarget(ImageCorpus.pngs(), new PngMutator().or(new ByteMutator()))));
        ALL.put("webp", new Entry(8, _ -> new ImageTarget(ImageCorpus.webps(), new ByteMutator())));
        ALL.put("bmp", new Entry(8, _ -> new ImageTarget(ImageCorpus.bmps(), new ByteMutator())));
        ALL.put("gif", new Entry(8, _ -> new ImageTarget(ImageCorpus.gifs(), new ByteMutator())));
        ALL.put("tfrecord", new Entry(8, RecordTarget::plain));
        ALL.put("tfrecord-gz", new Entry(4, RecordTarget::gzipped));
        ALL.put("index", new Entry(8, RecordIndexTarget::new));
        ALL.put("example", new Entry(16, _ -> new ExampleTarget()));
        ALL.put("csv", new Entry(8, TableTargets::csv));
        ALL.put("table", new Entry(4, TableTargets::table));
        ALL.put("idx", new Entry(8, PixelFileTargets::idx));
        ALL.put("idx-gz", new Entry(4, PixelFileTargets::idxGzipped));
        ALL.put("cifar", new Entry(4, PixelFileTargets::cifar));
        ALL.put("safetensors", new Entry(8, SafetensorsTarget::new));
        ALL.put("pth", new Entry(8, WeightTargets::torch));
        ALL.put("checkpoint", new Entry(8, WeightTargets::checkpoint));
        ALL.put("plan", new Entry(8, ConfigurationTargets::plan));
        ALL.put("model", new Entry(8, ConfigurationTargets::model));
        ALL.put("catalog", new Entry(4, ConfigurationTargets::catalog));
        ALL.put("list", new Entry(4, ConfigurationTargets::list));
        ALL.put("shards", new Entry(2, ShardSetTarget::new));
        ALL.put("image-list", new Entry(2, StoredImagesTarget::list));
        ALL.put("webdataset", new Entry(2, StoredImagesTarget::tar));
        ALL.put("features", new Entry(2, StoredImagesTarget::features));
        ALL.put("parquet", new Entry(2, StoredImagesTarget::parquet));
        ALL.put("prepare", new Entry(2, PreparationTarget::new));
        ALL.put("cache", new Entry(4, CacheTarget::new));
        ALL.put("run", new Entry(1, RunTarget::new));
        ALL.put("trace", new Entry(4, TraceTarget::of));
        ALL.put("tar", new Entry(4, ArchiveTarget::tar));
        ALL.put("tar-gz", new Entry(4, ArchiveTarget::tarGzipped));
        ALL.put("zip", new Entry(4, ArchiveTarget::zip));
    }

    private FuzzTargets() {}

    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /** Of so many inputs of a round; a class that is no format of the product has one. */
    public static int weight(String name) {
        var entry = ALL.get(name);
        return entry == null ? 1 : entry.weight;
    }

    public static void requireKnown(String name) {
        if (!ALL.containsKey(name) && !isClass(name)) {
            throw new StokerException("there is no format '%s'%s (formats: %s)"
                            .formatted(
                                    name,
                                    NameSuggestion.didYouMean(name, ALL.keySet()),
                                    String.join(", ", ALL.keySet())))
                    .about("formats");
        }
    }

    private static boolean isClass(String name) {
        return name.indexOf('.') > 0;
    }

    /** The target of a format, or an instance of the class of this name. */
    public static FuzzTarget open(String name, ScratchFolder scratch) {
        var entry = ALL.get(name);
        return entry == null ? instance(name) : entry.factory.apply(scratch);
    }

    private static FuzzTarget instance(String className) {
        try {
            var constructor = Class.forName(className).getDeclaredConstructor();
            constructor.setAccessible(true);
            return (FuzzTarget) constructor.newInstance();
        } catch (ReflectiveOperationException failure) {
            throw new IllegalArgumentException(className, failure);
        }
    }
}
