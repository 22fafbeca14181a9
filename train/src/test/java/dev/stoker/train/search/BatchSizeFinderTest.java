package dev.stoker.train.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BatchSizeFinderTest {
    /** A device with memory for so many images, whose throughput peaks at 256. */
    private record FakeDevice(int capacity, boolean isSlow, List<Integer> measured) implements BatchSizeTrial {
        @Override
        public boolean isTooLarge(int batch) {
            return isSlow && batch > capacity;
        }

        @Override
        public Optional<BatchSizeMeasurement> measure(int batch) {
            measured.add(batch);
            double speed = 1000.0 * Math.min(batch, 256) / (Math.min(batch, 256) + 32) - batch * 1e-6;
            return batch > capacity
                    ? Optional.empty()
                    : Optional.of(new BatchSizeMeasurement(batch, speed, new Bytes(batch), OptionalDouble.empty()));
        }
    }

    private static BatchSizeFinder.Result search(FakeDevice device, int most) {
        return BatchSizeFinder.run(device, most, _ -> {}, () -> false);
    }

    @ParameterizedTest
    @CsvSource({"1000, 944, 1000", "300, 280, 304", "8, 8, 8", "7, 4, 4", "1, 1, 1", "24, 24, 24"})
    void aGpuIsTriedUntilItsMemoryIsExhausted(int capacity, int atLeast, int atMost) {
        var gpu = new FakeDevice(capacity, false, new ArrayList<>());
        var found = search(gpu, 1 << 20);
        assertThat(found.largest()).isBetween(atLeast, Math.min(capacity, atMost));
        assertThat(found.memoryIsTheLimit()).isTrue();
        assertThat(gpu.measured)
                .doesNotHaveDuplicates()
                .hasSizeLessThan(20)
                .allMatch(batch -> Integer.bitCount(batch) == 1 || batch % 8 == 0);
    }

    @Test
    void theSmallestThatIsAboutAsFastIsSuggested() {
        var found = search(new FakeDevice(4000, false, new ArrayList<>()), 1 << 20);
        assertThat(found.fastest()).isEqualTo(256);
        assertThat(found.suggestion()).isEqualTo(256);
        assertThat(found.points())
                .extracting(BatchSizeMeasurement::batch)
                .isSorted()
                .contains(192, 384);
    }

    @Test
    void aCpuIsNotTriedMuchBeyondTheFastestAndItsMemoryIsEstimated() {
        var cpu = new FakeDevice(5000, true, new ArrayList<>());
        var found = search(cpu, 1 << 20);
        assertThat(found.largest()).isEqualTo(5000);
        assertThat(cpu.measured).allMatch(batch -> batch <= 1024);
        assertThat(found.fastest()).isEqualTo(256);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 40, 100, 5000})
    void aBatchThatWouldNotFitIntoTheMachineIsNeverRun(int capacity) {
        var cpu = new FakeDevice(capacity, true, new ArrayList<>());
        assertThat(search(cpu, 1 << 20).largest()).isEqualTo(capacity - capacity % 8);
        assertThat(cpu.measured).isNotEmpty().allMatch(batch -> batch <= capacity);
    }

    @ParameterizedTest
    @CsvSource({"100, 96", "3, 2", "1, 1", "64, 64"})
    void noBatchBeyondTheLimitIsTried(int most, int largest) {
        var gpu = new FakeDevice(1 << 20, false, new ArrayList<>());
        var found = search(gpu, most);
        assertThat(found.largest()).isEqualTo(largest);
        assertThat(found.memoryIsTheLimit()).isFalse();
        assertThat(gpu.measured).allMatch(batch -> batch <= most);
    }

    @Test
    void aBatchOfOneThatDoesNotFitIsAnError() {
        var gpu = new FakeDevice(0, false, new ArrayList<>());
        assertThatThrownBy(() -> search(gpu, 4096))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("not even a batch of 1 fits into the memory");
        assertThat(gpu.measured).containsExactly(8, 4, 2, 1);
    }

    /** A real step: an estimate that forbids more than some hundred images, and smaller sizes that are measured. */
    @Test
    void aPerceptronIsMeasuredOnThisMachine() {
        var settings = new BatchSizeFinderSettings(
                ModelZoo.model("mlp", new Shape(28, 28, 1), 10),
                new Optimizer.Settings.Sgd(0.9, 0, false),
                StepSettings.plain(Precision.FP32),
                Device.CPU,
                new Bytes(16 << 20),
                1,
                0.01);
        var observer = new ArrayList<BatchSizeMeasurement>();
        var found = BatchSizeFinder.run(settings, 256, observer::add, () -> false);
        assertThat(found.points()).hasSameElementsAs(observer).allSatisfy(point -> {
            assertThat(point.imagesPerSecond()).isPositive();
            assertThat(point.memory().count()).isBetween(1L, 16L << 20);
            assertThat(point.utilization().orElseThrow()).isBetween(0.0, 1.0);
        });
        var tight = new BatchSizeFinderSettings(
                settings.model(), settings.optimizer(), settings.step(), Device.CPU, new Bytes(1 << 10), 1, 0.01);
        assertThatThrownBy(() -> BatchSizeFinder.run(tight, 256, _ -> {}, () -> false))
                .hasMessageStartingWith("not even a batch of 1");
        assertThatThrownBy(() -> BatchSizeFinder.run(settings, 256, _ -> {}, () -> true))
                .hasMessage("the search was stopped before it tried a batch of 8");
    }
}
