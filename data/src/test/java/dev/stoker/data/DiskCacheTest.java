package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.TfRecordFormat;
import dev.stoker.core.random.Seed;
import dev.stoker.data.internal.cache.CacheSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class DiskCacheTest {
    private static final Seed SEED = new Seed(9);
    private static final Bytes PLENTY = Bytes.ofMebibytes(10);
    private static final int SIZE = 40;

    @TempDir
    Path folder;

    private final AtomicInteger computed = new AtomicInteger();

    private Cache<String> disk(Bytes limit) {
        return Cache.disk(folder, "words", limit, ElementCodec.text());
    }

    private Dataset<String> words(int size) {
        return Dataset.range(size).map(i -> {
            computed.incrementAndGet();
            return word(i);
        });
    }

    static String word(long index) {
        return "word %d %s".formatted(index, "x".repeat((int) (index * 7 % 23)));
    }

    private static List<String> expected(int size) {
        return LongStream.range(0, size).mapToObj(DiskCacheTest::word).toList();
    }

    private static <T> List<T> all(Dataset<T> dataset) {
        return all(dataset, 2);
    }

    /** With two workers a short second epoch starts while the first is being computed; with one, counts are exact. */
    private static <T> List<T> all(Dataset<T> dataset, int workers) {
        try (var iterator = dataset.iterate(PipelineResources.workers(workers))) {
            var elements = new ArrayList<T>();
            iterator.forEachRemaining(elements::add);
            return elements;
        }
    }

    private Path file() {
        return folder.resolve("words.cache");
    }

    private byte[] filled() throws IOException {
        assertThat(all(words(SIZE).cache(disk(PLENTY)))).isEqualTo(expected(SIZE));
        return Files.readAllBytes(file());
    }

    // ---- caching

    @Test
    void theSecondEpochAndTheNextRunAreReadFromDisk() {
        var cache = disk(PLENTY);
        var chain = words(SIZE).cache(cache).shuffle(SEED).repeat(3);
        assertThat(all(chain, 1)).hasSize(3 * SIZE).isEqualTo(all(chain, 2));
        assertThat(computed.get()).isEqualTo(SIZE);
        assertThat(cache.statistics().toString()).isEqualTo("200 hits, 40 misses, 0 not stored, 0 corrupt");
        assertThat(all(words(SIZE).cache(disk(PLENTY)))).isEqualTo(expected(SIZE));
        assertThat(computed.get()).isEqualTo(SIZE);
    }

    @Test
    void elementsThatFitAreStoredAndNothingIsEvicted() throws IOException {
        var limit = new Bytes(1500);
        assertThat(all(words(SIZE).cache(disk(limit)).repeat(4), 1)).hasSize(4 * SIZE);
        int kept = SIZE - (computed.get() - SIZE) / 3;
        assertThat(kept).isBetween(10, SIZE - 5);
        assertThat(Files.size(file())).isLessThanOrEqualTo(limit.count());
        computed.set(0);
        assertThat(all(words(SIZE).cache(disk(limit)))).isEqualTo(expected(SIZE));
        assertThat(computed.get()).isEqualTo(SIZE - kept);
    }

    @Test
    void aLargerLimitContinuesTheSameFile() {
        all(words(SIZE).cache(disk(new Bytes(1000))));
        all(words(SIZE).cache(disk(PLENTY)));
        computed.set(0);
        assertThat(all(words(SIZE).cache(disk(PLENTY)))).isEqualTo(expected(SIZE));
        assertThat(computed.get()).isZero();
    }

    @Test
    void aStateInTheMiddleContinuesWithTheCache() {
        var chain = words(SIZE).cache(disk(PLENTY)).repeat(2).batch(7);
        var batches = all(chain, 1);
        for (int taken = 0; taken <= batches.size(); taken++) {
            DataState state;
            try (var iterator = chain.iterate(PipelineResources.workers(2))) {
                for (int i = 0; i < taken; i++) {
                    iterator.next();
                }
                state = iterator.state();
            }
            try (var iterator = chain.iterate(PipelineResources.workers(2), state)) {
                var rest = new ArrayList<List<String>>();
                iterator.forEachRemaining(rest::add);
                assertThat(rest).isEqualTo(batches.subList(taken, batches.size()));
            }
        }
        assertThat(computed.get()).isEqualTo(SIZE);
    }

    /** Each rank caches its own share; after a change of ranks the rest of the epoch bypasses the caches, and the next uses them. */
    @Test
    void anotherNumberOfRanksFindsNoElementsOfOthersInItsCache() {
        for (int before : new int[] {1, 2, 4}) {
            for (int after : new int[] {1, 2, 4}) {
                var given = new ArrayList<String>();
                var state = DataState.START;
                for (int rank = 0; rank < before; rank++) {
                    try (var iterator = share(rank, before).iterate(PipelineResources.workers(1))) {
                        for (int i = 0; i < 6; i++) {
                            given.add(iterator.next());
                        }
                        state = iterator.state();
                    }
                }
                for (int rank = 0; rank < after; rank++) {
                    try (var iterator = share(rank, after).iterate(PipelineResources.workers(1), state)) {
                        iterator.forEachRemaining(given::add);
                    }
                }
                var twice = new ArrayList<>(expected(SIZE));
                twice.addAll(expected(SIZE));
                assertThat(given).as("%d → %d", before, after).containsExactlyInAnyOrderElementsOf(twice);
            }
        }
    }

    private Dataset<String> share(int rank, int world) {
        return words(SIZE)
                .shard(rank, world)
                .cache(Cache.disk(folder, "share-%d-%d".formatted(rank, world), PLENTY, ElementCodec.text()))
                .repeat(2);
    }

    @Test
    void randomNumbersBeforeACacheAreSampledOnceAndThoseAfterItDependOnTheSample() {
        var random = Dataset.range(100)
                .shuffle(SEED)
                .map((Long i, Worker worker) -> i + 1000L * worker.random(SEED).nextInt(1000));
        var cached = random.cache(Cache.disk(folder, "random", new Bytes(2000), ElementCodec.number()))
                .map((Long i, Worker worker) -> i + ":" + worker.random(SEED).nextInt(1000))
                .repeat(3);
        var first = all(cached);
        assertThat(first.subList(0, 100))
                .isEqualTo(all(random.map(
                        (Long i, Worker worker) -> i + ":" + worker.random(SEED).nextInt(1000))));
        assertThat(all(cached)).isEqualTo(first);
        assertThat(first.subList(100, 200)).isNotEqualTo(first.subList(0, 100));
        assertThat(first.subList(100, 200).stream().map(text -> text.split(":", -1)[0]))
                .containsExactlyElementsOf(first.subList(0, 100).stream()
                        .map(text -> text.split(":", -1)[0])
                        .toList());
    }

    @Test
    void sharedMemoryIsTheSameInAnotherFolder() throws IOException {
        String name = "test-" + ProcessHandle.current().pid();
        var cache = Cache.sharedMemory(name, PLENTY, ElementCodec.text());
        try {
            assertThat(all(words(SIZE).cache(cache).repeat(2), 1)).hasSize(2 * SIZE);
            assertThat(computed.get()).isEqualTo(SIZE);
        } finally {
            var disk = (CacheSettings.Disk<String>) cache.settings();
            Files.delete(disk.folder().resolve(name + ".cache"));
            Files.delete(disk.folder().resolve(name + ".lock"));
        }
    }

    // ---- refusals

    @Test
    void aCacheOfOtherElementsIsRefused() throws IOException {
        filled();
        assertThatThrownBy(() -> all(words(SIZE + 1).cache(disk(PLENTY))))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("words.cache holds other elements")
                .hasMessageContaining("elements: 40")
                .hasMessageContaining("elements: 41")
                .hasMessageContaining("delete it or choose another name");
        assertThatThrownBy(() ->
                        all(Dataset.range(SIZE).cache(Cache.disk(folder, "words", PLENTY, ElementCodec.number()))))
                .hasMessageContaining("codec: number");
        assertThatThrownBy(() -> all(words(2 * SIZE).shard(1, 2).cache(disk(PLENTY))))
                .hasMessageContaining("share: shard 1 of 2");
        Files.move(file(), folder.resolve("other.cache"));
        assertThatThrownBy(() -> all(words(SIZE).cache(Cache.disk(folder, "other", PLENTY, ElementCodec.text()))))
                .hasMessageContaining("name: words");
    }

    @Test
    void aFileThatIsNotACacheIsNotChanged() throws IOException {
        Files.writeString(file(), "my diary");
        assertThatThrownBy(() -> all(words(SIZE).cache(disk(PLENTY)))).hasMessageContaining("no readable header");
        assertThat(file()).hasContent("my diary");
    }

    @Test
    void misuseIsRefusedClearly() throws IOException {
        assertThatThrownBy(() -> Cache.disk(folder, "../x", PLENTY, ElementCodec.text()))
                .hasMessageContaining("got '../x'");
        assertThatThrownBy(() -> all(words(5).repeat().cache(disk(PLENTY))))
                .hasMessageContaining("put it before repeat");
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThatThrownBy(() -> all(words(5).cache(Cache.disk(file, "words", PLENTY, ElementCodec.text()))))
                .hasMessageContaining("cannot be opened")
                .hasMessageContaining("choose another folder");
    }

    // ---- corrupt files

    /** As a kill in the middle of a write leaves it. */
    @Test
    void aTruncatedFileStillServesItsCompleteElements() throws IOException {
        byte[] whole = filled();
        int header = TfRecordFormat.HEADER_BYTES
                + (int) ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getLong()
                + 4;
        for (int length = header; length < whole.length; length += 1 + length % 5) {
            Files.write(file(), Arrays.copyOf(whole, length));
            computed.set(0);
            assertThat(all(words(SIZE).cache(disk(PLENTY))))
                    .as("cut at %d", length)
                    .isEqualTo(expected(SIZE));
            assertThat(computed.get()).isEqualTo(SIZE - wholeFrames(whole, length));
            assertThat(Files.size(file())).isEqualTo(whole.length);
        }
    }

    private static int wholeFrames(byte[] bytes, int length) {
        int frames = -1;
        var buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at + 16 <= length; at += (int) buffer.getLong(at) + 16) {
            frames += at + 16 + buffer.getLong(at) <= length ? 1 : 0;
        }
        return frames;
    }

    @Test
    void aFlippedBitCostsOneElement() throws IOException {
        byte[] whole = filled();
        int header = TfRecordFormat.HEADER_BYTES
                + (int) ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getLong()
                + 4;
        int lastFrame = whole.length - 100;
        var random = new Random(1);
        for (int round = 0; round < 300; round++) {
            byte[] damaged = whole.clone();
            damaged[header + random.nextInt(lastFrame - header)] ^= (byte) (1 << random.nextInt(8));
            Files.write(file(), damaged);
            computed.set(0);
            var cache = disk(PLENTY);
            assertThat(all(words(SIZE).cache(cache))).isEqualTo(expected(SIZE));
            assertThat(computed.get()).isEqualTo(1);
            assertThat(cache.statistics().corrupt()).isEqualTo(1);
            computed.set(0);
            assertThat(all(words(SIZE).cache(disk(PLENTY)))).isEqualTo(expected(SIZE));
            assertThat(computed.get())
                    .as("computed again though it was repaired")
                    .isZero();
        }
    }

    /** After a corrupt length, frames are searched for, and the elements here are full of frames with a low index. */
    @Test
    void bytesThatLookLikeAnElementAreNotReadAsOne() throws IOException {
        var elements = LongStream.range(0, 20).mapToObj(DiskCacheTest::framed).toList();
        var cache = Cache.disk(folder, "framed", PLENTY, ElementCodec.bytes());
        all(Dataset.of(elements).cache(cache));
        byte[] whole = Files.readAllBytes(folder.resolve("framed.cache"));
        var random = new Random(2);
        for (int round = 0; round < 100; round++) {
            byte[] damaged = whole.clone();
            for (int flips = 0; flips < 5; flips++) {
                damaged[120 + random.nextInt(whole.length - 120)] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(folder.resolve("framed.cache"), damaged);
            assertThat(all(Dataset.of(elements).cache(cache)))
                    .usingElementComparator(Arrays::compare)
                    .isEqualTo(elements);
        }
    }

    private static byte[] framed(long index) {
        var bytes = new ByteArrayOutputStream();
        for (long other = 0; other < 20; other++) {
            var inner = ByteBuffer.allocate(40).order(ByteOrder.LITTLE_ENDIAN);
            inner.putLong(other).putLong(index).putLong(0);
            bytes.writeBytes(TfRecordFormat.frame(inner.array()).array());
        }
        return bytes.toByteArray();
    }

    @Test
    void whileOneWritesAnotherReadsWhatWasThere() {
        var second = disk(PLENTY);
        try (var first = words(5000)
                .cache(disk(PLENTY))
                .repeat()
                .iterate(PipelineResources.workers(1).withPrefetch(Tunable.fixed(2)))) {
            first.next();
            assertThat(all(words(5000).cache(second))).isEqualTo(expected(5000));
        }
        assertThat(second.statistics().hits()).isPositive();
        assertThat(second.statistics().misses())
                .isPositive()
                .isEqualTo(second.statistics().notStored());
    }

    /** Fills the cache of the given folder, slowly, until it is killed. */
    static final class Filling {
        private Filling() {}

        public static void main(String[] arguments) {
            var cache = Cache.disk(Path.of(arguments[0]), "words", PLENTY, ElementCodec.text());
            var chain = Dataset.range(100_000).map(DiskCacheTest::word).cache(cache);
            try (var iterator = chain.iterate(PipelineResources.workers(2))) {
                iterator.forEachRemaining(_ -> {});
            }
        }
    }

    @Test
    void aKilledProcessKeepsItsElementsAndLeavesNoLock() throws Exception {
        for (int round = 0; round < 3; round++) {
            var process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home", ""), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path", ""),
                            Filling.class.getName(),
                            folder.toString())
                    .inheritIO()
                    .start();
            long before = round == 0 ? 0 : Files.size(file());
            while (process.isAlive() && (!Files.exists(file()) || Files.size(file()) < before + 50_000)) {
                Thread.sleep(1);
            }
            if (process.isAlive()) {
                assertAnotherProcessReadsOnly();
            }
            process.destroyForcibly().waitFor();
        }
        computed.set(0);
        var cache = disk(PLENTY);
        assertThat(all(words(100_000).cache(cache))).isEqualTo(expected(100_000));
        assertThat(cache.statistics().hits()).isGreaterThan(1000);
        assertThat(cache.statistics().corrupt()).isZero();
        assertThat(computed.get()).isEqualTo((int) (100_000 - cache.statistics().hits()));
    }

    private void assertAnotherProcessReadsOnly() {
        var cache = disk(PLENTY);
        assertThat(all(words(100_000).cache(cache).take(3000))).isEqualTo(expected(3000));
        assertThat(cache.statistics().corrupt()).isZero();
    }
}
