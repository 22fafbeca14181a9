package dev.stoker.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.telemetry.hardware.ProcessUsage;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;
import org.bytedeco.javacpp.BytePointer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On samples of this process, each taken after something was leaked, or nothing. */
class SoakVerdictTest {
    private static final int SAMPLES = 40;
    private static final int MEBIBYTE = 1 << 20;

    @BeforeAll
    static void warmUp() {
        assumeTrue(ProcessUsage.now().isPresent(), "/proc/self is not there: this is not Linux");
        SoakRecorder.countPointers();
        verdict(_ -> {}); // classes and code of the first samples
    }

    private static SoakVerdict verdict(IntConsumer leak) {
        var samples = new ArrayList<SoakSample>();
        for (int i = 0; i < SAMPLES; i++) {
            leak.accept(i);
            samples.add(SoakSample.take(i, true, 0));
        }
        return SoakVerdict.of(samples, SAMPLES / 10.0);
    }

    @Test
    void whatStaysTheSamePasses() {
        assertThat(verdict(_ -> {}).problems()).isEmpty();
    }

    /** Of pages: malloc would give what tests before this one have freed, which is resident already. */
    @Test
    void memoryThatIsNeverFreedIsNamedWithItsGrowth() {
        try (var pages = BatchMemoryAllocator.host()) {
            var verdict = verdict(_ -> pages.allocate(4 * MEBIBYTE).fill((byte) 1));
            assertThat(verdict.problems())
                    .anyMatch(problem -> problem.matches(
                            "resident memory grew by [\\d.]+ %, from [\\d.]+ [MG]iB to [\\d.]+ [MG]iB, where 2"
                                    + " % is allowed"));
        }
    }

    @Test
    void whatRisesAndFallsHasNoTrendAndWhatCreepsHasOne() {
        assertThat(Trend.of(List.of(400L, 397L, 405L, 398L, 409L, 395L, 397L, 396L, 397L, 396L))
                        .growth())
                .isBetween(-0.02, 0.0);
        assertThat(Trend.of(List.of(400L, 397L, 405L, 404L, 420L, 412L, 416L, 419L, 424L, 430L))
                        .growth())
                .isBetween(0.06, 0.09);
        assertThat(Trend.of(List.of(400L, 400L, 400L, 400L, 400L, 420L, 420L, 420L, 420L, 420L))
                        .growth())
                .isGreaterThan(0.02); // a step that stays
    }

    @Test
    void oneThreadThatNeverEndsIsNoticed() throws InterruptedException {
        var end = new CountDownLatch(1);
        var leaked = new ArrayList<Thread>();
        var verdict = verdict(i -> {
            if (i == 20) {
                leaked.add(Thread.ofPlatform().start(() -> await(end)));
            }
        });
        end.countDown();
        leaked.getFirst().join();
        assertThat(verdict.problems()).anyMatch(problem -> problem.startsWith("threads rose from "));
    }

    private static void await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void oneFileThatIsNeverClosedIsNoticed(@TempDir Path folder) throws IOException {
        Path file = Files.createFile(folder.resolve("open"));
        var leaked = new ArrayList<FileInputStream>();
        var verdict = verdict(i -> {
            if (i == 20) {
                leaked.add(open(file));
            }
        });
        leaked.getFirst().close();
        assertThat(verdict.problems()).anyMatch(problem -> problem.startsWith("descriptors rose from "));
    }

    private static FileInputStream open(Path file) {
        try {
            return new FileInputStream(file.toFile());
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void oneNativeObjectThatIsNeverClosedIsNoticed() {
        var leaked = new ArrayList<BytePointer>();
        var verdict = verdict(i -> {
            if (i == 20) {
                leaked.add(new BytePointer(16));
            }
        });
        leaked.getFirst().close();
        assertThat(verdict.problems()).anyMatch(problem -> problem.startsWith("native pointers rose from "));
    }

    @Test
    void tooFewEpochsAreNoVerdict() {
        var samples = List.of(SoakSample.take(0, true, 0), SoakSample.take(1, false, 0));
        assertThat(SoakVerdict.of(samples, 0).problems())
                .containsExactly(
                        "after the warm-up there are only 2 samples and 1 ends of epochs; give it more minutes");
    }
}
