package dev.stoker.telemetry.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.telemetry.hardware.GpuSensors;
import dev.stoker.telemetry.hardware.ProcessTree;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class SamplingTest {
    @Test
    void samplesComeAtTheIntervalAndOnceMoreAtTheEnd() throws InterruptedException {
        var samples = new CopyOnWriteArrayList<Sample>();
        try (var _ = Sampling.start(SamplingTest::sampler, Duration.ofMillis(20), samples::add)) {
            while (samples.size() < 5) {
                Thread.sleep(5);
            }
        }

        assertThat(samples).hasSizeGreaterThanOrEqualTo(5);
        assertThat(samples.stream().map(Sample::seconds)).isSorted();
        assertThat(samples.getFirst().value(Quantity.PROCESS, Quantity.CPU_CORES))
                .isEmpty();
        assertThat(samples.getLast().value(Quantity.PROCESS, Quantity.CPU_CORES))
                .isPresent();
        assertThat(samples.getLast().value(Quantity.PROCESS, Quantity.MEMORY).orElseThrow())
                .isPositive();
    }

    @Test
    void aShortWorkHasASampleWithRatesToo() {
        var samples = new CopyOnWriteArrayList<Sample>();

        Sampling.start(SamplingTest::sampler, Duration.ofHours(1), samples::add).close();

        assertThat(samples).hasSize(2);
    }

    @Test
    void aFailureOfTheReceiverIsThrownWhenItIsClosed() {
        var sampling = Sampling.start(SamplingTest::sampler, Duration.ofMillis(1), _ -> {
            throw new IllegalStateException("the disk is full");
        });

        assertThatThrownBy(sampling::close).hasMessage("the disk is full");
    }

    @Test
    void theFieldsOfASampleHaveTheTimeFirst() {
        try (var sampler = sampler()) {
            sampler.sample();
            var fields = sampler.sample().fields();

            assertThat(List.copyOf(fields.keySet()))
                    .startsWith("time", "machine_cpu_cores", "machine_memory_bytes", "machine_page_cache_bytes")
                    .contains("process_cpu_cores", "process_memory_bytes", "process_count");
        }
    }

    private static Sampler sampler() {
        return new Sampler(GpuSensors.none(), Optional.of(ProcessTree.ofThisProcess()));
    }
}
