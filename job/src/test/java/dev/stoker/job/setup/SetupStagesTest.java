package dev.stoker.job.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.image.ImageRoute;
import dev.stoker.data.BatchShare;
import dev.stoker.data.DataState;
import dev.stoker.data.PipelineResources;
import dev.stoker.job.internal.setup.PlannedPhases;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.tune.TuningObserver;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.train.checkpoint.SafetensorsCheckpoints;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each stage alone, without a run folder. */
class SetupStagesTest {
    private static final Plan PLAN = Plan.DEFAULTS
            .with("device", "cpu")
            .with("model", "mlp")
            .with("batch", "50")
            .with("epochs", "1");

    @TempDir
    Path folder;

    private static ChosenImageRoute route(OpenedData data, BuiltModel built) {
        return ChosenImageRoute.of(data, ChosenBatchSize.of(data, built, TuningObserver.NONE));
    }

    private static PlannedPhases phases(OpenedData data, BuiltModel built, ChosenImageRoute route) {
        return PlannedPhases.of(
                route.plan(),
                data.dataset(),
                route.route(),
                data.parts().transforms(route.plan()),
                built.model(),
                built::forShape);
    }

    @Test
    void theInputPipelineRunsAlone() {
        try (var data = OpenedData.open(PLAN)) {
            var built = BuiltModel.of(data);
            var phase = phases(data, built, route(data, built))
                    .trainingPhases(PipelineResources.workers(1), BatchShare.ALL)
                    .phases()
                    .getFirst();
            try (var feed = phase.data().training(DataState.START, BatchMemoryAllocator.host());
                    var batch = feed.next()) {
                assertThat(batch.size()).isEqualTo(50);
                assertThat(batch.rows().byteSize()).isEqualTo(50L * 28 * 28);
            }
        }
    }

    @Test
    void theRouteIsAValueAndThePlanShowsItsKeys() {
        try (var data = OpenedData.open(PLAN.with("augment", "device"))) {
            var built = BuiltModel.of(data);
            var route = route(data, built);
            assertThat(route.route())
                    .isEqualTo(new ImageRoute.DeviceResident(
                            data.dataset().shape(), data.dataset().training().size()));
            assertThat(route.plan().placement().resident()).hasToString("ON");
            assertThat(route.note().orElseThrow()).startsWith("augmented on cpu, with all 9,000 images resident (");
            var phase = phases(data, built, route)
                    .trainingPhases(PipelineResources.workers(1), BatchShare.ALL)
                    .phases()
                    .getFirst();
            assertThat(phase.data().imageRoute()).isEqualTo(route.route());
        }
    }

    @Test
    void aTrainerComesFromTheStagesAndWritesNothing() {
        try (var data = OpenedData.open(PLAN)) {
            var built = BuiltModel.of(data);
            var route = route(data, built);
            var weights = InitialWeights.of(route.plan(), built.model(), false);
            var loss = ChosenLoss.of(route.plan(), data.parts(), data.dataset());
            var trainers = new TrainerFactory(
                    data.device(), data.parts(), phases(data, built, route), weights, loss, ChosenTeacher.NONE);
            var checkpoints = new SafetensorsCheckpoints(folder.resolve("none"));
            try (var trainer = trainers.create(route.plan(), Trace.OFF, checkpoints, List.of())) {
                assertThat(trainer).isNotNull();
            }
            assertThat(weights.note()).isEmpty();
            assertThat(folder).isEmptyDirectory();
        }
    }
}
