package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.data.Resources;
import dev.stoker.datasets.Augmentation;
import dev.stoker.datasets.Datasets;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Device;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecodingTrialTest {
    /** Where one is much faster it does everything. */
    @ParameterizedTest
    @CsvSource({
        "6000, 6000, 0.5",
        "5000, 10000, 0.67",
        "6000, 18000, 0.75",
        "5333, 22819, 1",
        "100, 18000, 1",
        "18000, 6000, 0.25",
        "60000, 3000, 0"
    })
    void eachGetsAsManyPicturesAsItMakesInTheSameTime(double byWorkers, double byDevice, double share) {
        assertThat(new DecodingTrial(byWorkers, byDevice).share()).isEqualTo(share);
    }

    @Test
    void bothAreMeasuredOnPicturesOfTheSet() {
        try (var set = Datasets.open(Photographs.of(30, 2).toString(), 32)) {
            var plan = Plan.DEFAULTS.with("batch", "16").with("workers", "2");
            var trial = DecodingTrial.of(set.training(), Augmentation.USUAL, Device.CPU, plan, Resources.workers(1));
            assertThat(trial.byWorkers()).isPositive();
            assertThat(trial.byDevice()).isPositive();
            assertThat(trial.toString()).contains("by workers").contains("by the device");
        }
    }
}
