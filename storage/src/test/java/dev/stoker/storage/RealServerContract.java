package dev.stoker.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What holds for a set on any server of others; each says how it is started and filled. */
@Timeout(120)
abstract class RealServerContract {
    @TempDir
    Path root;

    /** Starts the server with what is in the folder below {@code some/prefix}; the result is closed at the end. */
    abstract AutoCloseable serve(Path folder) throws Exception;

    /** The storage of this folder there. */
    abstract Storage open(String folder);

    private Path written() throws IOException {
        Path set = Files.createDirectories(root.resolve("bucket/some/prefix"));
        ShardedSet.write(set, 5_000);
        return set;
    }

    @Test
    void twoEpochsAreThoseOfLocalFiles() throws Exception {
        Path set = written();
        var resources = PipelineResources.workers(2);
        byte[] local = ShardedSet.twoEpochs(Storage.of(set), resources);
        try (var _ = serve(set);
                var storage = open("some/prefix")) {
            assertThat(ShardedSet.twoEpochs(storage, resources)).isEqualTo(local);
        }
    }

    @Test
    void aSetThatIsNotThereIsNamed() throws Exception {
        try (var _ = serve(written());
                var storage = open("some/other")) {
            assertThat(storage.find("missing")).isEmpty();
            assertThatThrownBy(() -> ShardedSet.records(storage))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("there is no " + storage.location() + "/set.index");
        }
    }
}
