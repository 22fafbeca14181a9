package dev.stoker.job.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.telemetry.monitor.Quantity;
import dev.stoker.telemetry.monitor.Sample;
import dev.stoker.telemetry.monitor.SampleStatistics;
import dev.stoker.train.TrainingProgress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrainingSamplesTest {
    private final TrainingSamples samples = new TrainingSamples(TrainingProgress.NONE);
    private final SampleStatistics others = new SampleStatistics();

    private static Sample of(double cores) {
        return new Sample(1, List.of(new Sample.Reading(Quantity.PROCESS, Quantity.CPU_CORES, cores)), Map.of());
    }

    private double median() {
        return samples.orElse(others)
                .of(Quantity.PROCESS, Quantity.CPU_CORES)
                .orElseThrow()
                .median();
    }

    @Test
    void samplesOfTheStartAndOfEvaluationsDoNotCount() {
        samples.add(of(9), 0, 0);
        samples.add(of(1), 5, 0);
        samples.add(of(9), 5, 0);

        assertThat(median()).isEqualTo(1);
    }

    @Test
    void theFirstEpochCountsOnlyWhereItIsTheOnlyOne() {
        samples.add(of(3), 5, 0);
        assertThat(median()).isEqualTo(3);

        samples.add(of(1), 10, 1);
        assertThat(median()).isEqualTo(1);
    }

    @Test
    void aRunWithoutStepsHasThoseThatThereAre() {
        samples.add(of(3), 0, 0);
        others.add(of(2));

        assertThat(median()).isEqualTo(2);
    }
}
