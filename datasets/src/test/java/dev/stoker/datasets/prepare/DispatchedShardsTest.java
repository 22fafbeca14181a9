package dev.stoker.datasets.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shards that others write, as a cluster does: in any order, again, and twice at the same time. */
class DispatchedShardsTest {
    @TempDir
    Path folder;

    private TestImageFolder images;
    private PreparationFixture dispatched;

    @BeforeEach
    void describe() {
        images = new TestImageFolder(folder.resolve("images")).with("cat", 40).with("dog", 40);
        dispatched = PreparationFixture.settings(images.root(), folder.resolve("set"));
    }

    private void assertSameAsWritten() {
        Path whole = folder.resolve("whole");
        dispatched.with("destination", whole).run();
        assertThat(PreparationFixture.content(folder.resolve("set"))).isEqualTo(PreparationFixture.content(whole));
    }

    @Test
    void tasksThatRunTwiceAtTheSameTimeGiveTheBytesOfAPreparationHere() {
        dispatched.runBy((tasks, written, _) -> {
            try (var threads = Executors.newFixedThreadPool(4)) {
                var running = new ArrayList<Future<?>>();
                for (int attempt = 0; attempt < 2; attempt++) {
                    tasks.reversed().forEach(task -> running.add(threads.submit(() -> ShardTask.run(task))));
                }
                for (var each : running) {
                    each.get();
                }
            } catch (Exception failure) {
                throw new AssertionError(failure);
            }
            written.accept(0);
            return true;
        });
        assertSameAsWritten();
        assertThat(folder.resolve("set.partial")).doesNotExist();
    }

    @Test
    void aRepeatedPreparationHasOnlyMissingShardsWritten() {
        var sizes = new ArrayList<Integer>();
        assertThat(dispatched.tryBy((tasks, _, _) -> {
                    sizes.add(tasks.size());
                    tasks.subList(0, 3).forEach(ShardTask::run);
                    return false;
                }))
                .isEmpty();
        dispatched.runBy((tasks, _, _) -> {
            sizes.add(tasks.size());
            tasks.forEach(ShardTask::run);
            return true;
        });
        assertThat(sizes.get(0)).isGreaterThan(3);
        assertThat(sizes.get(1)).isEqualTo(sizes.get(0) - 3);
        assertSameAsWritten();
    }

    @Test
    void whatAKilledTaskLeavesIsNoShard() throws Exception {
        dispatched.runBy((tasks, _, _) -> {
            Path unfinished = folder.resolve("set.partial");
            String shard = tasks.getFirst().getFileName().toString();
            try {
                Files.createDirectories(unfinished.resolve("attempts/killed"));
                Files.writeString(unfinished.resolve("attempts/killed").resolve(shard), "half of it");
                Files.writeString(unfinished.resolve("set").resolve(shard), "without its record");
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
            tasks.forEach(ShardTask::run);
            return true;
        });
        assertSameAsWritten();
    }

    @Test
    void corruptFilesOfAllShardsTogetherAreLimited() throws Exception {
        for (String name : List.of("cat", "dog")) {
            Files.write(images.root().resolve(name).resolve("corrupt.jpg"), new byte[] {1, 2, 3});
        }
        var lenient = dispatched.with("maxCorrupt", 1);
        assertThatThrownBy(() -> lenient.runBy((tasks, _, _) -> {
                    tasks.forEach(ShardTask::run);
                    return true;
                }))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("allow more than 1");
    }
}
