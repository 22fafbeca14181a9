package dev.stoker.telemetry.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Most tests compile a fake of NVML by nvml.h, so that the calls and layouts run without a GPU. */
class GpusTest {
    @TempDir
    Path folder;

    @Test
    void twoDevicesAreFoundWithAllTheirFacts() throws Exception {
        assertThat(NvmlProbe.probe(fakeLibrary()))
                .isEqualTo(new Gpus.Found(
                        "590.48.01",
                        "13.1",
                        List.of(
                                gpu(0, new Bytes(150_754_820_096L), new Bytes(4_000_000_000L), 37),
                                gpu(1, new Bytes(150_754_820_096L), new Bytes(4_000_000_001L), 38))));
    }

    /** The fake refuses a second initialization before a shutdown. */
    @Test
    void everyProbeShutsTheLibraryDown() throws Exception {
        String library = fakeLibrary();

        assertThat(NvmlProbe.probe(library)).isEqualTo(NvmlProbe.probe(library)).isInstanceOf(Gpus.Found.class);
    }

    @Test
    void aFailedProbeShutsTheLibraryDownToo() throws Exception {
        String library = fakeLibrary("-DNAME_STATUS=15");
        Gpus missing = new Gpus.Missing(
                library + ": nvmlDeviceGetName failed with code 15 (error string 15); `nvidia-smi` may say more");

        assertThat(NvmlProbe.probe(library)).isEqualTo(missing);
        assertThat(NvmlProbe.probe(library)).isEqualTo(missing);
    }

    @Test
    void aDriverThatDoesNotStartIsMissingWithItsReason() throws Exception {
        String library = fakeLibrary("-DINIT_STATUS=9");

        assertThat(NvmlProbe.probe(library))
                .isEqualTo(new Gpus.Missing(
                        library + ": nvmlInit_v2 failed with code 9 (error string 9); `nvidia-smi` may say more"));
    }

    @Test
    void aDeviceMayNotReportUtilizationAndMemory() throws Exception {
        assertThat(NvmlProbe.probe(fakeLibrary("-DUTILIZATION_STATUS=3", "-DMEMORY_STATUS=3")))
                .isInstanceOfSatisfying(
                        Gpus.Found.class,
                        found -> assertThat(found.devices())
                                .first()
                                .isEqualTo(gpu(0, new Bytes(0), new Bytes(0), Gpu.NOT_REPORTED)));
    }

    @Test
    void aDriverWithoutDevicesIsFoundEmpty() throws Exception {
        assertThat(NvmlProbe.probe(fakeLibrary("-DDEVICES=0")))
                .isEqualTo(new Gpus.Found("590.48.01", "13.1", List.of()));
    }

    @Test
    void aMissingFunctionOfAnOldDriverIsNamed() throws Exception {
        String library = fakeLibrary("-DnvmlDeviceGetCount_v2=nvmlDeviceGetCount");

        assertThat(NvmlProbe.probe(library))
                .isEqualTo(new Gpus.Missing(
                        library + " has no function nvmlDeviceGetCount_v2; install a newer NVIDIA driver"));
    }

    @Test
    void withoutADriverTheLibraryIsMissing() {
        assertThat(NvmlProbe.probe("libnvidia-absent.so.1"))
                .isEqualTo(new Gpus.Missing("libnvidia-absent.so.1 cannot be loaded: no NVIDIA driver is installed"));
    }

    @Test
    void thisMachineAnswersOneWayOrTheOther() {
        switch (Gpus.probe()) {
            case Gpus.Found(String driver, String cuda, List<Gpu> devices) -> {
                assertThat(driver).matches("[\\d.]+");
                assertThat(cuda).matches("\\d+\\.\\d");
                assertThat(devices).allSatisfy(gpu -> assertThat(gpu.uuid()).startsWith("GPU-"));
            }
            case Gpus.Missing(String reason) -> assertThat(reason).startsWith("libnvidia-ml.so.1");
        }
    }

    @Test
    void anImpossibleUtilizationIsRefused() {
        assertThatThrownBy(() -> gpu(0, new Bytes(1), new Bytes(1), 101))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("got 101");
    }

    private static Gpu gpu(int index, Bytes memory, Bytes used, int utilization) {
        return new Gpu(index, "NVIDIA Fake " + index, memory, used, utilization, "9." + index, "GPU-fake-" + index);
    }

    private String fakeLibrary(String... definitions) throws IOException, InterruptedException {
        return FakeNvml.compile(folder, definitions);
    }
}
