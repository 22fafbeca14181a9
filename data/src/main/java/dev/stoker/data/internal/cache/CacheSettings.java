package dev.stoker.data.internal.cache;

import dev.stoker.core.Bytes;
import dev.stoker.data.ElementCodec;
import java.nio.file.Path;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;

/** Where a cache stores elements, how many bytes of them, and what it has counted so far. */
public sealed interface CacheSettings<T> {

    CacheCounters counters();

    record Memory<T>(Bytes limit, ToLongFunction<? super T> bytesOf, CacheCounters counters)
            implements CacheSettings<T> {}

    record Disk<T>(Path folder, String name, Bytes limit, ElementCodec<T> codec, CacheCounters counters)
            implements CacheSettings<T> {
        private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

        public Disk {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "the name of a cache consists of letters, digits, '.', '_' and '-', got '%s'".formatted(name));
            }
        }
    }
}
