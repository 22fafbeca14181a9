package dev.stoker.image.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class IntactFilesTest {
    private static long key(SplittableRandom random) {
        var file = new byte[random.nextInt(50, 300)];
        random.nextBytes(file);
        return IntactFiles.key(MemorySegment.ofArray(file));
    }

    @Test
    void nearlyAllFilesThatWereAddedAreKnownAndNoOthers() {
        var random = new SplittableRandom(1);
        var files = new IntactFiles(10_000);
        long[] added = LongStream.generate(() -> key(random)).limit(10_000).toArray();
        IntStream.range(0, added.length).parallel().forEach(i -> files.add(added[i]));
        long known = IntStream.range(0, added.length)
                .filter(i -> files.contains(added[i]))
                .count();
        assertThat(known).isBetween(9_900L, 10_000L);
        assertThat(IntStream.range(0, 10_000).filter(_ -> files.contains(key(random))))
                .isEmpty();
    }

    @Test
    void moreFilesThanThereIsRoomForAreForgotten() {
        var random = new SplittableRandom(2);
        var files = new IntactFiles(1);
        for (int i = 0; i < 100; i++) {
            long key = key(random);
            files.add(key);
            files.add(key);
        }
        assertThat(files.contains(key(random))).isFalse();
    }

    @Test
    void oneBitMakesAnotherFile() {
        byte[] file = {1, 2, 3, 4};
        long before = IntactFiles.key(MemorySegment.ofArray(file));
        file[2] ^= 16;
        assertThat(IntactFiles.key(MemorySegment.ofArray(file))).isNotEqualTo(before);
    }
}
