package dev.stoker.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.job.plan.Plan;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ExperimentDefinitionTest {
    private static ExperimentDefinition definition(int repeat, OptionalInt random, String... variations) {
        return new ExperimentDefinition(
                Plan.DEFAULTS, Stream.of(variations).map(Variation::parse).toList(), repeat, random);
    }

    private static ExperimentDefinition grid(String... variations) {
        return definition(1, OptionalInt.empty(), variations);
    }

    @Test
    void aGridHasEveryCombinationAndRepetitionsHaveSeedsThatFollow() {
        var trials = definition(2, OptionalInt.empty(), "batch=32,64", "precision=fp32,bf16")
                .trials();
        assertThat(trials).hasSize(8);
        assertThat(trials.get(2).values()).isEqualTo(Map.of("batch", "32", "precision", "bf16"));
        assertThat(trials.stream().map(Trial::seed)).containsExactly(1L, 2L, 1L, 2L, 1L, 2L, 1L, 2L);
        assertThat(trials.get(7).name()).isEqualTo("008-batch-64-precision-bf16");
        assertThat(trials.get(3).plan(Plan.DEFAULTS).run().seed()).isEqualTo(2);
        assertThat(trials.get(3).plan(Plan.DEFAULTS).training().batchSize()).isEqualTo(32);
    }

    @Test
    void aVariedSeedIsTheSeedOfItsRuns() {
        var trials = definition(2, OptionalInt.empty(), "seed=10,20").trials();
        assertThat(trials.stream().map(trial -> trial.plan(Plan.DEFAULTS).run().seed()))
                .containsExactly(10L, 11L, 20L, 21L);
    }

    @Test
    void runsAreShuffledTheSameWayEachTime() {
        var definition = definition(3, OptionalInt.empty(), "batch=32,64,128,256");
        var order = definition.inOrderOfExecution();
        assertThat(order)
                .containsExactlyInAnyOrderElementsOf(definition.trials())
                .isNotEqualTo(definition.trials())
                .isEqualTo(definition.inOrderOfExecution());
    }

    @Test
    void randomSearchSamplesTheSameCombinationsEachTimeAndNoneTwice() {
        var definition = definition(1, OptionalInt.of(12), "lr=log(1e-4..1e-1)", "batch=32,64,128");
        assertThat(definition.trials()).hasSize(12).isEqualTo(definition.trials());
        assertThat(definition.trials().stream().map(Trial::values)).doesNotHaveDuplicates();
        assertThat(definition(1, OptionalInt.of(50), "batch=32,64").trials()).hasSize(2);
        definition.refuseConflicts();
    }

    @Test
    void theNameFollowsFromTheDefinition() {
        assertThat(grid("batch=32,64").defaultName())
                .matches("batch-[0-9a-f]{8}")
                .isEqualTo(grid("batch=32,64").defaultName())
                .isNotEqualTo(grid("batch=32,128").defaultName());
    }

    @Test
    void wrongKeysAndValuesAreRefusedBeforeAnythingStarts() {
        refused(() -> grid("bach=32"), "there is no plan key 'bach'; did you mean batch?");
        refused(() -> grid("batch=0"), "batch must be at least 1, or auto, got 0");
        refused(() -> grid("precision=fp23"), "there is no precision 'fp23'; did you mean fp32?");
        refused(() -> grid("name=a,b"), "name cannot be varied");
        refused(() -> grid("batch=1", "batch=2"), "batch is varied twice");
        refused(() -> grid("lr=1e-3..1e-1"), "lr=0.001..0.1 is a range, of which values are sampled: say how many");
        refused(() -> grid("cores=0"), "cores must be a whole number of at least 1, got '0'");
        refused(() -> grid("cores=99999"), "cores must be at most");
        refused(() -> grid("pinned=maybe"), "pinned must be on or off, got 'maybe'");
        refused(() -> grid("devices=2"), "devices must be 1, got 2: a run trains on one device for now");
        refused(ExperimentDefinitionTest::grid, "an experiment varies something");
        refused(() -> definition(0, OptionalInt.empty(), "batch=1"), "repeat must be at least 1, got 0");
        refused(() -> definition(1, OptionalInt.of(0), "batch=1"), "random must be 1 to 10,000, got 0");
        refused(() -> definition(9999, OptionalInt.empty(), "batch=1,2"), "that is 19,998 runs");
    }

    @Test
    void aCombinationThatNoRunCanHaveIsNamed() {
        var definition = grid("schedule=cosine,step");
        assertThatThrownBy(definition::refuseConflicts)
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("schedule=step: ");
    }

    private static void refused(ThrowingCallable call, String sentence) {
        assertThatThrownBy(call).isInstanceOf(StokerException.class).hasMessageStartingWith(sentence);
    }

    @Test
    void presetsHaveValuesThatTheirKeysAccept() {
        for (var machine :
                List.of(new ExperimentPreset.Machine(16, true, true), new ExperimentPreset.Machine(2, false, true))) {
            for (var preset : ExperimentPreset.values()) {
                Variation variation;
                try {
                    variation = preset.variation(machine);
                } catch (StokerException wrong) {
                    assertThat(machine.gpu()).isFalse();
                    assertThat(wrong).hasMessageStartingWith("the preset " + preset.title());
                    continue;
                }
                if (!variation.key().equals("cores")) {
                    assertThat(grid(variation.key() + "=" + variation.text()).trials())
                            .isNotEmpty();
                }
            }
        }
        assertThatThrownBy(() -> ExperimentPreset.named("batchsize"))
                .hasMessageStartingWith("there is no preset 'batchsize'; did you mean batch-size?");
        assertThatThrownBy(() -> ExperimentPreset.PRECISION.variation(new ExperimentPreset.Machine(2, false, false)))
                .hasMessageContaining("bf16 instructions");
    }

    @Test
    void listsOfCoresAreReadAsTheKernelWritesThem() {
        assertThat(AllowedCores.parse("0-2,8")).containsExactly(0, 1, 2, 8);
        assertThat(AllowedCores.ofThisProcess()).hasSize(Runtime.getRuntime().availableProcessors());
    }
}
