package dev.stoker.data.near;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NearCacheTest {
    @TempDir
    Path folder;

    @TempDir
    Path near;

    private DistantSet set;
    private long size;
    private List<byte[]> expected;

    @BeforeEach
    void writeSet() {
        set = DistantSet.write(folder, 1);
        expected = read(NearCache.none());
        size = set.fetched();
        set.requests();
    }

    private NearCache open(Path where, long limit) {
        return NearCache.of(
                new NearSettings(where, Optional.of(new Bytes(limit))),
                set.index().nearSet());
    }

    private NearCache open(long limit) {
        return open(near, limit);
    }

    private List<byte[]> read(NearCache cache) {
        return DistantSet.records(set.shards(cache));
    }

    private void assertReads(NearCache cache) {
        assertThat(read(cache)).containsExactly(expected.toArray(byte[][]::new));
    }

    private Path file() throws IOException {
        return files().getFirst();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(near)) {
            return files.filter(file -> file.toString().endsWith(".cache")).toList();
        }
    }

    @Test
    void withHalfOfTheSetKeptTheSecondEpochFetchesTheOtherHalf() {
        try (var cache = open(size / 2)) {
            assertReads(cache);
            assertThat(set.fetched()).isEqualTo(size);
            assertReads(cache);
            assertThat(set.fetched())
                    .isEqualTo(size - cache.statistics().hitBytes().count());
            assertThat(cache.statistics().hitBytes().count() / (double) size).isEqualTo(0.49, within(0.02));
            assertThat(cache.warnings()).isEmpty();
        }
    }

    @Test
    void theLimitIsThatOfTheFileAndIsReached() throws IOException {
        for (long limit : new long[] {20_000, 77_777, size / 2, 10 * size}) {
            try (var cache = open(limit)) {
                assertReads(cache);
                assertThat(Files.size(file())).isLessThanOrEqualTo(limit).isGreaterThan(Math.min(limit, size) - 2_000);
                assertThat(cache.statistics().size().count()).isEqualTo(Files.size(file()));
            }
        }
    }

    @Test
    void aLowerLimitShortensTheFile() throws IOException {
        try (var cache = open(size / 2)) {
            assertReads(cache);
        }
        try (var cache = open(size / 4)) {
            assertReads(cache);
            assertThat(Files.size(file())).isLessThanOrEqualTo(size / 4);
            assertThat(cache.statistics().kept()).isPositive();
        }
    }

    @Test
    void whatIsKeptIsFoundAgain() {
        try (var cache = open(10 * size)) {
            assertReads(cache);
        }
        set.fetched();
        try (var cache = open(10 * size)) {
            assertReads(cache);
            assertThat(set.fetched()).isZero();
            assertThat(cache.statistics().hits()).isEqualTo(DistantSet.RECORDS);
        }
    }

    @Test
    void aTornEndCostsTheLastRecord() throws IOException {
        try (var cache = open(10 * size)) {
            assertReads(cache);
        }
        var bytes = Files.readAllBytes(file());
        Files.write(file(), java.util.Arrays.copyOf(bytes, bytes.length - 100));
        set.requests();
        try (var cache = open(10 * size)) {
            assertReads(cache);
            assertThat(set.requests()).isEqualTo(1);
            assertReads(cache);
            assertThat(set.requests()).isZero();
        }
    }

    @Test
    void aDamagedRecordIsFetchedAgainAndNeverGiven() throws IOException {
        try (var cache = open(10 * size)) {
            assertReads(cache);
        }
        var bytes = Files.readAllBytes(file());
        bytes[bytes.length / 2] ^= 1;
        bytes[bytes.length / 3] ^= 4;
        Files.write(file(), bytes);
        set.requests();
        try (var cache = open(10 * size)) {
            assertReads(cache);
            assertThat(set.requests()).isBetween(1L, 2L);
            assertReads(cache);
            assertThat(set.requests()).isZero();
        }
        assertThat(Files.size(file())).isLessThan(bytes.length + 2_000);
    }

    @Test
    void aRecordThatIsDamagedWhileOpenTakesItsPlaceAgain() throws IOException {
        try (var cache = open(10 * size)) {
            assertReads(cache);
            var bytes = Files.readAllBytes(file());
            for (int i = 0; i < 5; i++) {
                bytes[5_000 + 20_000 * i] ^= 1;
            }
            Files.write(file(), bytes, java.nio.file.StandardOpenOption.WRITE);
            assertReads(cache);
            long damaged = cache.statistics().damaged();
            assertThat(damaged).isBetween(3L, 5L); // a bit of a prefix does no harm
            assertReads(cache);
            assertThat(cache.statistics().damaged()).isEqualTo(damaged);
            assertThat(Files.size(file())).isEqualTo(bytes.length);
        }
    }

    @Test
    void anotherSetHasAFileOfItsOwnAndTheLimitIsThatOfBoth(@TempDir Path otherFolder) throws IOException {
        try (var cache = open(size / 2)) {
            assertReads(cache);
        }
        set = DistantSet.write(otherFolder, 2);
        expected = read(NearCache.none());
        try (var cache = open(size)) {
            assertReads(cache);
            assertReads(cache);
            assertThat(cache.statistics().hits()).isPositive();
        }
        long together = 0;
        for (Path each : files()) {
            together += Files.size(each);
        }
        assertThat(files()).hasSize(2);
        assertThat(together).isLessThanOrEqualTo(size);
        try (var cache = open(size / 2)) {
            assertReads(cache);
            assertThat(cache.warnings()).singleElement().asString().contains("other sets fill near-limit");
        }
    }

    @Test
    void aCopyOfTheSetElsewhereIsTheSameSet(@TempDir Path copy) throws IOException {
        try (var cache = open(10 * size)) {
            assertReads(cache);
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.toList()) {
                Files.copy(each, copy.resolve(each.getFileName()));
            }
        }
        set = new DistantSet(copy);
        try (var cache = open(10 * size)) {
            assertReads(cache);
            assertThat(set.fetched()).isZero();
        }
    }

    @Test
    void aFolderThatCannotBeUsedIsAWarningAndNoMore() throws IOException {
        var noFolder = Files.createFile(near.resolve("file"));
        for (Path where : List.of(noFolder, Path.of("/proc/stoker-near"))) {
            try (var cache = open(where, size)) {
                assertReads(cache);
                assertReads(cache);
                assertThat(cache.warnings())
                        .singleElement()
                        .asString()
                        .startsWith("nothing is kept near in " + where)
                        .contains("the run goes on without");
                assertThat(cache.statistics().hits()).isZero();
            }
        }
    }

    @Test
    void aFileThatIsNoneOfOursIsLeftAlone() throws IOException {
        try (var cache = open(size)) {
            assertReads(cache);
        }
        Path ours = file();
        Files.writeString(ours, "something else");
        try (var cache = open(size)) {
            assertReads(cache);
            assertThat(cache.warnings()).singleElement().asString().contains("holds other elements");
        }
        assertThat(ours).hasContent("something else");
    }

    @Test
    void theSecondToOpenReadsWhatTheFirstHasWritten() {
        try (var first = open(10 * size)) {
            assertReads(first);
            set.fetched();
            try (var second = open(10 * size)) {
                assertReads(second);
                assertThat(set.fetched()).isZero();
                assertThat(second.warnings())
                        .singleElement()
                        .asString()
                        .startsWith("another process keeps records near");
            }
        }
    }
}
