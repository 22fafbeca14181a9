package dev.stoker.data.near;

import dev.stoker.core.Bytes;
import java.nio.file.Path;
import java.util.Optional;

/** A process that reads a set through a near cache, says so, and waits to be ended. */
final class NearProcess {
    private NearProcess() {}

    /** Arguments: the folder of the set, that of the cache, the limit, and how many times the set is read. */
    public static void main(String[] arguments) throws InterruptedException {
        var set = new DistantSet(Path.of(arguments[0]));
        var settings = new NearSettings(Path.of(arguments[1]), Optional.of(new Bytes(Long.parseLong(arguments[2]))));
        try (var cache = NearCache.of(settings, set.index().nearSet())) {
            for (int i = 0; i < Integer.parseInt(arguments[3]); i++) {
                DistantSet.records(set.shards(cache));
            }
            cache.warnings().forEach(System.out::println);
            System.out.println("read " + cache.statistics().kept());
            Thread.sleep(60_000);
        }
    }
}
