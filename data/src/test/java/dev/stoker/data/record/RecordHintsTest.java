package dev.stoker.data.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.data.storage.StoredObject;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecordHintsTest {
    private static final int LENGTH = 7_000;
    private static final int FRAME = LENGTH + FrameVerifier.AROUND_PAYLOAD;

    private record Hint(long start, long length) {}

    /** Notes what is asked of it, since the page cache does not tell who filled it. */
    private record NotedShard(int records, List<Hint> hints) implements StoredObject {
        @Override
        public String location() {
            return "shard";
        }

        @Override
        public long size() {
            return (long) records * FRAME;
        }

        @Override
        public int read(ByteBuffer into, long position) {
            throw new AssertionError("hints read nothing");
        }

        @Override
        public boolean willNeed(long position, long length) {
            return hints.add(new Hint(position, length));
        }

        @Override
        public void rest() {}

        @Override
        public void close() {}
    }

    private static List<Hint> hints(int records, List<Integer> order) {
        var index = new RecordIndex.Builder();
        for (int i = 0; i < records; i++) {
            index.add(LENGTH, 0);
        }
        var shard = new NotedShard(records, new ArrayList<>());
        try (var file = RecordFile.of(shard, index.build())) {
            var hints = new RecordHints();
            order.forEach(record -> hints.add(file, record));
        }
        return shard.hints;
    }

    @Test
    void recordsOfABlockAreOneHintHoweverTheyAreShuffled() {
        var order = new ArrayList<>(IntStream.range(0, 256).boxed().toList());
        Collections.shuffle(order, new Random(1));
        assertThat(hints(1_000, order)).containsExactly(new Hint(0, 256L * FRAME));
    }

    @Test
    void recordsInTheOrderOfTheFileNeedNoHints() {
        assertThat(hints(1_000, IntStream.range(0, 1_000).boxed().toList())).isEmpty();
    }

    @Test
    void recordsFarFromEachOtherAreHintsOfTheirOwnInTheOrderOfTheFile() {
        var order = new ArrayList<>(
                IntStream.range(0, 256).map(record -> 100 * record).boxed().toList());
        Collections.shuffle(order, new Random(1));
        assertThat(hints(25_600, order))
                .hasSize(256)
                .isSortedAccordingTo((one, other) -> Long.compare(one.start, other.start))
                .allMatch(hint -> hint.length == FRAME);
    }
}
