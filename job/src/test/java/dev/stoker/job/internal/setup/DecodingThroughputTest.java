package dev.stoker.job.internal.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.data.PipelineResources;
import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.DeviceRoutes;
import dev.stoker.job.TestImageFiles;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Device;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecodingThroughputTest {
    /** Where one is much faster, it gets all images. */
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
    void hostAndDeviceGetTheSharesThatTheyFinishInTheSameTime(double onHost, double onDevice, double share) {
        assertThat(new DecodingThroughput(onHost, onDevice).share()).isEqualTo(share);
    }

    @Test
    void bothAreMeasuredOnImagesOfTheDataset() {
        try (var set = Datasets.open(TestImageFiles.of(30, 2).toString(), 32)) {
            var plan = Plan.DEFAULTS.with("batch", "16").with("workers", "2");
            var measured = DecodingThroughput.of(
                    set.training(),
                    ((DeviceRoutes.Encoded) set.training().deviceRoutes()).deviceDecoded(1),
                    AugmentationSettings.DEFAULTS,
                    Device.CPU,
                    plan,
                    PipelineResources.workers(1));
            assertThat(measured.onHost()).isPositive();
            assertThat(measured.onDevice()).isPositive();
            assertThat(measured.toString()).contains("by CPU workers").contains("by the device");
        }
    }
}
