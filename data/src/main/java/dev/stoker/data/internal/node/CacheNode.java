package dev.stoker.data.internal.node;

import dev.stoker.core.StokerException;
import dev.stoker.data.internal.cache.CacheFile;
import dev.stoker.data.internal.cache.CacheSettings;
import dev.stoker.data.internal.cache.CacheStore;
import dev.stoker.data.internal.cache.CachedStage;
import dev.stoker.data.internal.cache.DiskCacheStore;
import dev.stoker.data.internal.cache.MemoryCacheStore;
import dev.stoker.data.internal.pipeline.Indexed;
import dev.stoker.data.internal.pipeline.PipelineStage;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code cache}: elements are kept by index once they are computed. */
public record CacheNode<T>(Node<T> input, CacheSettings<T> cache) implements Node<T> {
    @Override
    public PipelineStage<T> compile(Compilation compilation) {
        if (input.compile(compilation.requiringRandomAccess()) instanceof Indexed<T> indexed) {
            var partitioning = NodePartitioning.of(input, "");
            return compilation.annotated(
                    this,
                    "stored by index",
                    new CachedStage<>(indexed, store(indexed), cache.counters(), partitioning.number()));
        }
        throw new StokerException(
                "cache needs random access below it; cache before filter, flatMap, mapBatch, a window or prefetch");
    }

    private CacheStore<T> store(Indexed<T> below) {
        return switch (cache) {
            case CacheSettings.Memory<T> memory -> new MemoryCacheStore<>(memory);
            case CacheSettings.Disk<T> disk -> {
                if (below.size() == Long.MAX_VALUE) {
                    throw new StokerException("a cache on disk needs an end of the data; put it before repeat");
                }
                var header = new CacheFile.Header(
                        disk.name(),
                        below.size(),
                        shares(input).collect(Collectors.joining(", ")),
                        disk.codec().name());
                yield new DiskCacheStore<>(disk, header);
            }
        };
    }

    /** Elements of one index are others on another rank or in another batch. */
    private static Stream<String> shares(Node<?> node) {
        Stream<String> own = switch (node) {
            case ShardNode<?> shard -> Stream.of(shard.title() + " " + shard.last());
            case BatchNode<?> batch -> Stream.of(batch.title() + " " + batch.last());
            default -> Stream.of();
        };
        return Stream.concat(own, node.inputs().stream().flatMap(CacheNode::shares));
    }

    @Override
    public String title() {
        return switch (cache) {
            case CacheSettings.Memory<T> memory -> "cache " + memory.limit();
            case CacheSettings.Disk<T> disk -> "cache %s on disk, %s".formatted(disk.name(), disk.limit());
        };
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }
}
