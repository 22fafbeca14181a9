package dev.stoker.bench.paired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class PairedTrainingsTest {
    private static final Map<String, String> PLAN = Map.of(
            "model",
            "mlp",
            "device",
            "cpu",
            "threads",
            "1",
            "workers",
            "1",
            "epochs",
            "1000",
            "checkpoint-every",
            "1000000");

    @Test
    void aTrainingOfTwiceTheBatchHasAboutHalfOfTheSteps() {
        var larger = new HashMap<>(PLAN);
        larger.put("batch", "512");
        var pair = new PairedTrainings(side(PLAN, false), side(larger, false), 2, 3, 300, 20);
        var fields = pair.overhead("larger");
        assertThat(fields.get("starts")).isEqualTo(2);
        assertThat(fields).containsKeys("larger_of_start_1", "larger_of_start_2");
        assertThat(fields.get("larger"))
                .isGreaterThan(0.5)
                .isBetween(fields.get("larger_low"), fields.get("larger_high"));
    }

    @Test
    void theOnlyRankOfAGroupTrainsToo() {
        var pair = new PairedTrainings(side(PLAN, false), side(PLAN, true), 1, 3, 300, 20);
        assertThat(pair.overhead("group").get("steps_per_second")).isPositive();
    }

    @Test
    void aTrainingThatCannotStartIsNamed() {
        var wrong = new HashMap<>(PLAN);
        wrong.put("data", "/there/is/no/such/folder");
        var pair = new PairedTrainings(side(wrong, false), side(PLAN, false), 1, 3, 300, 20);
        assertThatThrownBy(() -> pair.overhead("x"))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("a training that is measured has ended")
                .hasMessageContaining("no/such/folder");
    }

    private static TrainingSide side(Map<String, String> plan, boolean communicator) {
        return new TrainingSide(plan, true, communicator);
    }
}
