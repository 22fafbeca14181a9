package dev.stoker.telemetry.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpuSensorsTest {
    @TempDir
    Path folder;

    @Test
    void everySensorOfEveryDeviceIsReadInItsUnit() throws Exception {
        try (var sensors = GpuSensors.open(FakeNvml.compile(folder))) {
            assertThat(sensors.whyNone()).isEmpty();
            assertThat(sensors.indexes()).containsExactly(0, 1);
            assertThat(sensors.names()).containsExactly("NVIDIA Fake 0", "NVIDIA Fake 1");
            var gpu = sensors.read().get(1);

            assertThat(gpu.index()).isEqualTo(1);
            assertThat(gpu.utilization()).hasValue(0.38);
            assertThat(gpu.jpegUtilization()).hasValue(0.12);
            assertThat(gpu.decoderUtilization()).hasValue(0.03);
            assertThat(gpu.memory()).isEqualTo(OptionalLong.of(3_355_125_762L));
            assertThat(gpu.totalMemory()).isEqualTo(OptionalLong.of(150_754_820_096L));
            assertThat(gpu.celsius()).hasValue(54);
            assertThat(gpu.watts()).hasValue(612.5);
            assertThat(gpu.coreMegahertz()).hasValue(1980);
            assertThat(gpu.memoryMegahertz()).hasValue(3201);
            assertThat(gpu.pcieGeneration()).hasValue(5);
            assertThat(gpu.pcieWidth()).hasValue(16);
            assertThat(gpu.throttling())
                    .containsExactly(ThrottleReason.IDLE, ThrottleReason.POWER_CAP, ThrottleReason.HARDWARE_THERMAL);
            assertThat(ThrottleReason.text(gpu.throttling())).isEqualTo("power cap, hardware thermal");
        }
    }

    @Test
    void energyIsATotalAndTrafficIsTheDifferenceOfCounters() throws Exception {
        try (var sensors = GpuSensors.open(FakeNvml.compile(folder, "-DDEVICES=1"))) {
            var first = sensors.read().getFirst();
            var second = sensors.read().getFirst();

            assertThat(second.energy().orElseThrow() - first.energy().orElseThrow())
                    .isEqualTo(250);
            assertThat(first.pcieReceived()).isEmpty();
            assertThat(second.pcieReceived().orElseThrow()).isGreaterThan(1e9);
            assertThat(second.pcieSent()).hasValue(0);
        }
    }

    /** In bytes per second; NVML gives kilobytes. */
    @Test
    void withoutCountersOf64BitsTheDriverMeasuresTheTraffic() throws Exception {
        try (var sensors = GpuSensors.open(FakeNvml.compile(folder, "-DCOUNTER_TYPE=1"))) {
            var gpu = sensors.read().getFirst();

            assertThat(gpu.pcieReceived()).hasValue(2e6);
            assertThat(gpu.pcieSent()).hasValue(1e6);
        }
    }

    @Test
    void aDeviceIsFoundByItsAddressOnTheBus() throws Exception {
        try (var sensors = GpuSensors.ofBusAddress(FakeNvml.compile(folder), "0000:1B:00.0")) {
            assertThat(sensors.indexes()).containsExactly(1);
        }
    }

    @Test
    void anUnknownAddressIsAReasonAndNotAFailure() throws Exception {
        try (var sensors = GpuSensors.ofBusAddress(FakeNvml.compile(folder), "0000:2B:00.0")) {
            assertThat(sensors.read()).isEmpty();
            assertThat(sensors.whyNone().orElseThrow()).contains("nvmlDeviceGetHandleByPciBusId_v2 failed with code 2");
        }
    }

    @Test
    void whatAnOldDriverOrAPartitionedDeviceDoesNotReportIsAbsent() throws Exception {
        for (String definition : List.of("-DOLD_DRIVER", "-DSENSOR_STATUS=3", "-DSENSOR_STATUS=15")) {
            try (var sensors = GpuSensors.open(FakeNvml.compile(folder, definition))) {
                var gpu = sensors.read().getFirst();

                assertThat(gpu.utilization()).hasValue(0.37);
                assertThat(gpu.memory()).isEqualTo(OptionalLong.of(4_000_000_000L)); // with what the driver reserves
                assertThat(List.of(
                                gpu.jpegUtilization(),
                                gpu.celsius(),
                                gpu.watts(),
                                gpu.energy(),
                                gpu.coreMegahertz(),
                                gpu.pcieReceived(),
                                gpu.pcieSent(),
                                gpu.pcieWidth()))
                        .containsOnly(OptionalDouble.empty());
                assertThat(gpu.throttling()).isEmpty();
            }
        }
    }

    @Test
    void withoutADriverTheReasonIsSaid() {
        try (var sensors = GpuSensors.open("libnvidia-absent.so.1")) {
            assertThat(sensors.read()).isEmpty();
            assertThat(sensors.whyNone())
                    .hasValue("libnvidia-absent.so.1 cannot be loaded: no NVIDIA driver is installed");
        }
    }

    @Test
    void aDriverWithoutDevicesHasNoGpu() throws Exception {
        try (var sensors = GpuSensors.open(FakeNvml.compile(folder, "-DDEVICES=0"))) {
            assertThat(sensors.whyNone()).hasValue("the driver sees no GPU");
        }
    }
}
