package dev.stoker.distribute.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ResumedCommandTest {
    private static List<String> resumed(String... arguments) {
        return ResumedCommand.of(List.of(arguments), "runs/one");
    }

    @Test
    void aTrainingResumesItsRunWithoutDatasetPlanAndKeys() {
        assertThat(resumed("train", "cifar10", "--plan", "p.yaml", "--epochs=3", "--lr", "0.1", "--set", "batch=2"))
                .containsExactly("train", "--resume", "runs/one");
    }

    @Test
    void outputStaysAsItWasAskedFor() {
        assertThat(resumed("train", "--json", "cifar10", "--quiet", "--debug", "--confusion", "--json"))
                .containsExactly("train", "--resume", "runs/one", "--json", "--quiet", "--debug", "--confusion");
    }

    @Test
    void whatWasAllowedIsStillAllowed() {
        assertThat(resumed("train", "--offline", "--resume", "last", "--accept-changes"))
                .containsExactly("train", "--resume", "runs/one", "--offline", "--accept-changes");
    }

    @Test
    void aRunThatWasStartedAgainIsNotStartedAgainOnceMore() {
        assertThat(resumed("train", "--resume", "last", "--restart")).containsExactly("train", "--resume", "runs/one");
    }

    @Test
    void otherCommandsAreRepeated() {
        assertThat(resumed("tune", "lr", "--from", "1e-4")).containsExactly("tune", "lr", "--from", "1e-4");
    }
}
