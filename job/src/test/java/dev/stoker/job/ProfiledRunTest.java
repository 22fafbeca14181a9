package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.job.plan.Plan;
import dev.stoker.telemetry.trace.RecordedTrace;
import dev.stoker.telemetry.trace.Span;
import dev.stoker.telemetry.trace.TraceFile;
import dev.stoker.train.TrainingObserver;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ten steps an epoch, of which some are profiled. */
class ProfiledRunTest {
    private static final Path DATA = SmallTestData.of(640, 64);
    private static final List<String> DEFAULTS = List.of("model=mlp", "epochs=2", "workers=2", "prefetch=1");

    @TempDir
    Path folder;

    private Plan plan(String profile) {
        return TestRuns.plan(DATA, folder, DEFAULTS, "profile=" + profile);
    }

    private static RecordedTrace.Lane lane(RecordedTrace trace, String name) {
        return trace.lanes().stream()
                .filter(lane -> lane.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no lane " + name));
    }

    private static List<Long> steps(RecordedTrace trace) {
        return lane(trace, "steps").spans().stream().map(Span::firstArgument).toList();
    }

    private static List<Long> range(long from, long until) {
        return LongStream.range(from, until).boxed().toList();
    }

    /** Stops after so many steps. */
    private static RecordedTrace stoppedAfter(TrainingJob job, long limit) {
        var reached = new AtomicLong();
        var count = new TrainingObserver() {
            @Override
            public void afterStep(long step) {
                reached.set(step);
            }
        };
        assertThat(job.run(List.of(count), () -> reached.get() >= limit)).isEmpty();
        return TraceFile.read(job.folder().resolve("trace.json"));
    }

    @Test
    void theTraceHasTheProfiledStepsAndNothingElse() {
        try (var job = TrainingJob.start(plan("4:9"))) {
            assertThat(job.run(List.of(), () -> false)).isPresent();
            assertThat(job.profileNote().orElseThrow()).contains("trace.json; show it with ./stoker trace ");
            var trace = TraceFile.read(job.folder().resolve("trace.json"));
            assertThat(steps(trace)).isEqualTo(range(4, 9));
            assertThat(trace.metadata())
                    .containsAllEntriesOf(Map.of("steps", "4:9", "model", "mlp", "batch", "64", "device", "cpu"))
                    .containsKey("multiply_adds_per_step");
            assertThat(trace.dropped()).isZero();
            // All spans are between the beginning of the fourth step and the end of the eighth.
            var all = lane(trace, "steps").spans();
            assertThat(all.getFirst().start()).isZero();
            assertThat(all.getLast().end()).isCloseTo(trace.nanos(), within(5_000_000L));
            assertThat(trace.lanes())
                    .allSatisfy(lane -> assertThat(lane.spans())
                            .allMatch(span -> span.start() >= 0 && span.end() <= trace.nanos()));
        }
    }

    @Test
    void workersHaveLanesAndSpansOfALaneDoNotOverlap() {
        try (var job = TrainingJob.start(plan("2:15"))) {
            assertThat(job.run(List.of(), () -> false)).isPresent();
            var trace = TraceFile.read(job.folder().resolve("trace.json"));
            assertThat(trace.lanes()).extracting(RecordedTrace.Lane::name).contains("worker 0", "worker 1", "steps");
            // 64 rows a batch; the second step takes batch 1, and at the end two batches may be ahead.
            assertThat(lane(trace, "worker 0").spans())
                    .allMatch(span -> span.name().equals("rows") && span.secondArgument() == 16)
                    .allMatch(span -> span.firstArgument() >= 1 && span.firstArgument() <= 16);
            trace.lanes().forEach(lane -> {
                for (int i = 1; i < lane.spans().size(); i++) {
                    assertThat(lane.spans().get(i).start())
                            .as("%s, span %d", lane.name(), i)
                            .isGreaterThanOrEqualTo(lane.spans().get(i - 1).end());
                }
            });
        }
    }

    @Test
    void aTraceDoesNotChangeTheModel() {
        try (var plain = TrainingJob.start(plan(""));
                var profiled = TrainingJob.start(plan("1:21"))) {
            var expected = plain.run(List.of(), () -> false).orElseThrow();
            var result = profiled.run(List.of(), () -> false).orElseThrow();
            assertThat(result.modelSha256()).isEqualTo(expected.modelSha256());
            assertThat(plain.profileNote()).isEmpty();
            assertThat(plain.folder().resolve("trace.json")).doesNotExist();
            assertThat(steps(TraceFile.read(profiled.folder().resolve("trace.json"))))
                    .isEqualTo(range(1, 21));
        }
    }

    @Test
    void aRunStoppedBeforeTheEndOfTheProfileKeepsWhatWasRecorded() {
        try (var job = TrainingJob.start(plan("4:1000"))) {
            assertThat(steps(stoppedAfter(job, 6))).isEqualTo(range(4, 7));
        }
    }

    @Test
    void aRunThatEndsBeforeTheProfileSaysSo() {
        try (var job = TrainingJob.start(plan("100:110"))) {
            assertThat(job.run(List.of(), () -> false)).isPresent();
            assertThat(job.profileNote())
                    .contains("nothing was recorded for profile 100:110: steps 1 to 20 were trained");
            assertThat(job.folder().resolve("trace.json")).doesNotExist();
        }
    }

    @Test
    void aResumedRunRecordsTheRemainingStepsOrThoseOfANewProfile() {
        Path run;
        try (var job = TrainingJob.start(plan("4:9"))) {
            run = job.folder();
            assertThat(steps(stoppedAfter(job, 6))).isEqualTo(range(4, 7));
        }
        try (var job = TrainingJob.resume(run.toString(), folder, Map.of())) {
            assertThat(steps(stoppedAfter(job, 12))).isEqualTo(range(7, 9));
        }
        try (var job = TrainingJob.resume(run.toString(), folder, Map.of("profile", "15:17"))) {
            assertThat(job.run(List.of(), () -> false)).isPresent();
            assertThat(steps(TraceFile.read(run.resolve("trace.json")))).isEqualTo(range(15, 17));
        }
    }
}
