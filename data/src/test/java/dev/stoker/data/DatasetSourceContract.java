package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The contract of every source that reads files. */
@Timeout(60)
abstract class DatasetSourceContract {
    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

    @TempDir
    Path folder;

    /** Elements that compare by content. */
    abstract Dataset<String> source() throws IOException;

    static <T> List<T> all(Dataset<T> dataset, int workers, DataState state) {
        try (var iterator = dataset.iterate(PipelineResources.workers(workers), state)) {
            var elements = new ArrayList<T>();
            iterator.forEachRemaining(elements::add);
            return elements;
        }
    }

    static <T> List<T> all(Dataset<T> dataset) {
        return all(dataset, 2, DataState.START);
    }

    @Test
    void oneWorkerAndThreeGiveTheSameOrder() throws IOException {
        var source = source();
        var expected = all(source, 1, DataState.START);
        assertThat(expected).hasSizeGreaterThan(2).doesNotHaveDuplicates();
        assertThat(all(source, 3, DataState.START)).isEqualTo(expected);
        assertThat(all(source.repeat(2)))
                .startsWith(expected.toArray(String[]::new))
                .hasSize(2 * expected.size());
    }

    @Test
    void anyStateContinuesWithTheElementThatWouldHaveComeNext() throws IOException {
        var source = source();
        var expected = all(source);
        for (int taken = 0; taken <= expected.size(); taken += 1 + taken / 3) {
            DataState state;
            try (var iterator = source.iterate(PipelineResources.workers(2))) {
                for (int i = 0; i < taken; i++) {
                    iterator.next();
                }
                state = DataState.parse(iterator.state().toString());
            }
            assertThat(all(source, 1, state))
                    .as("after %d, state %s", taken, state)
                    .isEqualTo(expected.subList(taken, expected.size()));
        }
    }

    @Test
    void iterationsLeaveNoFileOpenWhetherFinishedOrAbandoned() throws IOException {
        Assumptions.assumeTrue(Files.isDirectory(OPEN_FILES), "this system does not list open files");
        var source = source();
        for (int i = 0; i < 200; i++) {
            try (var iterator = source.iterate(PipelineResources.workers(2))) {
                for (int taken = 0; taken < i % 5 && iterator.hasNext(); taken++) {
                    iterator.next();
                }
            }
            source.size();
        }
        assertThat(openFiles()).isZero();
    }

    /** Only of the test's own folder, since other files are opened and closed at any time. */
    private long openFiles() throws IOException {
        long count = 0;
        try (var open = Files.newDirectoryStream(OPEN_FILES)) {
            for (Path each : open) {
                count += target(each).startsWith(folder) ? 1 : 0;
            }
        }
        return count;
    }

    private static Path target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor);
        } catch (IOException _) {
            return Path.of(""); // closed in the meantime
        }
    }
}
