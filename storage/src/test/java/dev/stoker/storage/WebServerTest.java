package dev.stoker.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StorageAddress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WebServerTest {
    private static final int RECORD_BYTES = 20_000;

    @TempDir
    Path root;

    private Path set;
    private RangeServer server;

    @BeforeEach
    void writeSet() throws IOException {
        set = Files.createDirectories(root.resolve("sets/one"));
        ShardedSet.write(set, RECORD_BYTES);
        server = new RangeServer(root);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Storage open() {
        return open("http://" + server.host() + "/sets/one/");
    }

    private static Storage open(String address) {
        return new OpenDalProvider(Map.of()).open(StorageAddress.find(address).orElseThrow());
    }

    @Test
    void manyRecordsAreAskedForAtOnceAndComeInTheOrderOfLocalFiles() {
        var resources = PipelineResources.workers(2);
        byte[] local = ShardedSet.twoEpochs(Storage.of(set), resources);
        server.after(40);
        long start = System.nanoTime();
        try (var storage = open()) {
            assertThat(ShardedSet.twoEpochs(storage, resources)).isEqualTo(local);
        }
        double seconds = (System.nanoTime() - start) / 1e9;

        // One at a time would take 800 × 40 ms = 32 s.
        assertThat(seconds).isLessThan(8);
        // All records fit into memory, so neighbors are read together although the order is random.
        assertThat(server.requests()).isLessThan(200);
    }

    @Test
    void aSmallMemoryBudgetIsKept() {
        var resources = PipelineResources.workers(2).within(2, Bytes.parse("1MB"));
        byte[] local = ShardedSet.twoEpochs(Storage.of(set), PipelineResources.workers(2));
        server.after(5);
        try (var storage = open()) {
            assertThat(ShardedSet.twoEpochs(storage, resources)).isEqualTo(local);
        }
    }

    @Test
    void aServerThatIsBusyNowAndThenIsAskedAgain() {
        var local = ShardedSet.records(Storage.of(set));
        server.failingEvery(50);
        try (var storage = open()) {
            assertThat(ShardedSet.records(storage)).containsExactlyElementsOf(local);
        }
    }

    @Test
    void aFileThatIsNotThereIsNotFound() {
        try (var storage = open()) {
            assertThat(storage.find("missing")).isEmpty();
        }
        try (var storage = open("http://" + server.host() + "/elsewhere")) {
            assertThatThrownBy(() -> ShardedSet.records(storage))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("there is no http://" + server.host() + "/elsewhere/set.index")
                    .hasMessageContaining("stoker prepare");
        }
    }

    @Test
    void aServerThatIgnoresRangesIsRefused() {
        server.ignoringRanges();
        try (var storage = open()) {
            assertThatThrownBy(() -> ShardedSet.records(storage))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("/sets/one/train-00000.tfrecord")
                    .hasMessageContaining("ranges");
        }
    }

    /** OpenDAL does not look at Content-Range. */
    @Test
    void bytesOfAnotherRangeAreRefused() {
        server.shiftingBy(5);
        try (var storage = open()) {
            assertThatThrownBy(() -> ShardedSet.records(storage))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("/sets/one/train-00000.tfrecord: record 0");
        }
    }

    @Test
    void aServerThatDeniesAccessIsNamed() {
        server.denying();
        try (var storage = open()) {
            assertThatThrownBy(() -> ShardedSet.records(storage))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("/sets/one/set.index")
                    .hasMessageContaining("denies access");
        }
    }

    @Test
    void aHostThatIsNotThereIsNamed() {
        try (var storage = open("http://127.0.0.1:9/set")) {
            assertThatThrownBy(() -> ShardedSet.records(storage))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("cannot read http://127.0.0.1:9/set/set.index")
                    .hasMessageContaining("Connection refused");
        }
    }

    @Test
    void anObjectOfAnotherSizeIsRefused() throws IOException {
        Files.write(set.resolve("train-00002.tfrecord"), new byte[100]);
        try (var storage = open()) {
            assertThatThrownBy(() -> ShardedSet.records(storage))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("/sets/one/train-00002.tfrecord has 100 bytes instead of");
        }
    }

    @Test
    void anObjectThatVanishedIsNamed() throws IOException {
        Files.delete(set.resolve("train-00003.tfrecord"));
        try (var storage = open()) {
            assertThatThrownBy(() -> ShardedSet.records(storage))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("/sets/one/train-00003.tfrecord is not there any more");
        }
    }

    @Test
    void anObjectThatWasReplacedBetweenTwoReadsIsRefused() throws IOException {
        Path file = set.resolve("train-00000.tfrecord");
        try (var storage = open();
                var object = storage.open(storage.find("train-00000.tfrecord").orElseThrow())) {
            assertThat(object.read(ByteBuffer.allocate(10), 0)).isEqualTo(10);
            Files.setLastModifiedTime(file, FileTime.fromMillis(1)); // another ETag
            object.rest();
            assertThatThrownBy(() -> object.read(ByteBuffer.allocate(10), 0))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("train-00000.tfrecord has changed");
        }
    }

    /** Its size is the same, and its own checksums are right. */
    @Test
    void recordsOfAnotherContentAreNeverMixedWithTheRest() throws IOException {
        byte[] bytes = Files.readAllBytes(set.resolve("train-00001.tfrecord"));
        ShardedSet.replaceFirstRecord(bytes);
        Files.write(set.resolve("train-00001.tfrecord"), bytes);
        try (var storage = open()) {
            assertThatThrownBy(() -> ShardedSet.records(storage))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("train-00001.tfrecord: record 0")
                    .hasMessageContaining("the shard has changed");
        }
    }
}
