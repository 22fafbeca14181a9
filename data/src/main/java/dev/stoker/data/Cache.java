package dev.stoker.data;

import dev.stoker.core.Bytes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;

/**
 * Where elements are kept once they are computed, and how much of them. What does not fit is computed anew each time;
 * nothing is ever evicted, so a cache that is too small cannot thrash.
 */
public sealed interface Cache<T> {
    /** What was served, computed, left out and found damaged so far, by all iterations with this cache. */
    CacheStatistics counts();

    /** In memory, for one iteration. */
    static <T> Cache<T> memory(Bytes limit, ToLongFunction<? super T> bytesOf) {
        return new Memory<>(limit, bytesOf, new CacheStatistics());
    }

    /**
     * In the file {@code name.cache} of a folder, for this run and those after it. The name stands for what is done to
     * the elements: choose another one when that changes. A file that was written under another name, for another number
     * of elements, another share of them or by another codec is refused. Damaged elements are computed anew, and a second
     * process reads what the first has written before.
     */
    static <T> Cache<T> disk(Path folder, String name, Bytes limit, ElementCodec<T> codec) {
        return new Disk<>(folder, name, limit, codec, new CacheStatistics());
    }

    /** The same in shared memory, where the system has it: outside the heap, and there for other processes until reboot. */
    static <T> Cache<T> sharedMemory(String name, Bytes limit, ElementCodec<T> codec) {
        Path memory = Path.of("/dev/shm");
        Path base = Files.isWritable(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir", "."));
        return disk(base.resolve("stoker-" + System.getProperty("user.name", "cache")), name, limit, codec);
    }

    record Memory<T>(Bytes limit, ToLongFunction<? super T> bytesOf, CacheStatistics counts) implements Cache<T> {}

    record Disk<T>(Path folder, String name, Bytes limit, ElementCodec<T> codec, CacheStatistics counts)
            implements Cache<T> {
        private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

        public Disk {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "the name of a cache consists of letters, digits, '.', '_' and '-', got '%s'".formatted(name));
            }
        }
    }
}
