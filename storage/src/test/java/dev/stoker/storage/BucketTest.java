package dev.stoker.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StorageAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Objects of a server that answers signed requests alone. */
@Timeout(60)
class BucketTest {
    @TempDir
    Path root;

    private Path set;
    private RangeServer server;

    @BeforeEach
    void writeSet() throws IOException {
        set = Files.createDirectories(root.resolve("bucket/some/prefix"));
        ShardedSet.write(set, 2_000);
        server = new RangeServer(root).asking(new SignatureVersion4("the-key", "the-secret"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Storage open(String address, Map<String, String> credentials) {
        var environment = new HashMap<>(credentials);
        environment.put("AWS_ENDPOINT_URL", "http://" + server.host());
        environment.put("AWS_REGION", "eu-central-1");
        return new OpenDalProvider(environment)
                .open(StorageAddress.find(address).orElseThrow());
    }

    private static Map<String, String> credentials(String secret) {
        return Map.of("AWS_ACCESS_KEY_ID", "the-key", "AWS_SECRET_ACCESS_KEY", secret);
    }

    @Test
    void recordsOfABucketComeInTheOrderOfLocalFiles() {
        var resources = PipelineResources.workers(2);
        byte[] local = ShardedSet.twoEpochs(Storage.of(set), resources);
        try (var storage = open("s3://bucket/some/prefix", credentials("the-secret"))) {
            assertThat(ShardedSet.twoEpochs(storage, resources)).isEqualTo(local);
        }
    }

    @Test
    void wrongCredentialsAreNamedAndNeverPrinted() {
        try (var storage = open("s3://bucket/some/prefix", credentials("another-secret"))) {
            assertThatThrownBy(() -> ShardedSet.records(storage))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("s3://bucket/some/prefix/set.index")
                    .hasMessageContaining("AWS_SECRET_ACCESS_KEY")
                    .message()
                    .doesNotContain("another-secret")
                    .doesNotContain("the-key");
        }
    }

    @Test
    void halfOfTheCredentialsIsRefused() {
        assertThatThrownBy(() -> open("s3://bucket/some/prefix", Map.of("AWS_ACCESS_KEY_ID", "the-key")))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("s3://bucket/some/prefix needs both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
    }

    @Test
    void aBucketThatIsNotThereIsNamed() {
        try (var storage = open("s3://elsewhere/prefix", credentials("the-secret"))) {
            assertThatThrownBy(() -> ShardedSet.records(storage))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("there is no s3://elsewhere/prefix/set.index");
        }
    }
}
