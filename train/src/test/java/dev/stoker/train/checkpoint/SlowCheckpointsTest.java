package dev.stoker.train.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.tensor.Device;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class SlowCheckpointsTest {
    @TempDir
    Path folder;

    @Test
    void aCheckpointHoldsTheStateOfItsStepThoughTrainingContinuedBeforeItWasWritten() throws IOException {
        new SlowCheckpointsTrial(folder, Device.CPU).compare();
    }

    @Test
    void aCheckpointThatCannotBeWrittenEndsTheRunAndBlocksNoThread() {
        assertThatThrownBy(() -> new SlowCheckpointsTrial(folder, Device.CPU).failing())
                .isInstanceOf(StokerException.class)
                .hasMessage("the disk is full");
    }

    @Test
    void theComparisonDistinguishesSteps() throws IOException {
        assertThat(new SlowCheckpointsTrial(folder, Device.CPU).differencesOfAnotherStep())
                .isNotEmpty();
    }
}
