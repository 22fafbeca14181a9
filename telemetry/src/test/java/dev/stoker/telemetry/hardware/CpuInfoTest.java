package dev.stoker.telemetry.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class CpuInfoTest {
    @TempDir
    Path folder;

    @Test
    void anXeonWithMatrixTilesHasBfloat16() throws IOException {
        CpuInfo processor = from("""
            processor\t: 0
            model name\t: Intel(R) Xeon(R) Platinum 8480+: Sapphire
            flags\t\t: fpu sse4_2 avx fma avx2 avx512f avx512_bf16 avx512_vnni amx_bf16 amx_tile amx_int8

            processor\t: 1
            model name\t: another
            flags\t\t: fpu
            """);

        assertThat(processor.model()).isEqualTo("Intel(R) Xeon(R) Platinum 8480+: Sapphire");
        assertThat(processor.cores()).isEqualTo(8);
        assertThat(processor.instructionSets())
                .containsExactly(
                        "sse4_2",
                        "avx",
                        "avx2",
                        "fma",
                        "avx512f",
                        "avx512_bf16",
                        "avx512_vnni",
                        "amx_tile",
                        "amx_bf16",
                        "amx_int8");
        assertThat(processor.hasBfloat16()).isTrue();
    }

    @Test
    void anOlderXeonHasNone() throws IOException {
        CpuInfo processor = from("model name\t: Xeon E5\nflags\t\t: sse4_2 avx avx2 fma avx512f\n");

        assertThat(processor.hasBfloat16()).isFalse();
    }

    @Test
    void dotProductsOfBfloat16AreEnough() throws IOException {
        CpuInfo processor = from("model name\t: EPYC\nflags\t\t: avx2 fma avx512f avx512_bf16 avx512_vnni\n");

        assertThat(processor.hasBfloat16()).isTrue();
    }

    @Test
    void anArmProcessorListsFeaturesAndNoModel() throws IOException {
        CpuInfo processor = from("processor\t: 0\nFeatures\t: fp asimd sve bf16 i8mm\nCPU implementer\t: 0x41\n");

        assertThat(processor).isEqualTo(new CpuInfo("unknown", 8, List.of("asimd", "bf16", "sve")));
        assertThat(processor.hasBfloat16()).isTrue();
    }

    @Test
    void withoutProcTheModelIsUnknown() {
        CpuInfo processor = CpuInfo.from(folder.resolve("absent"), 2);

        assertThat(processor).isEqualTo(new CpuInfo("unknown", 2, List.of()));
        assertThat(processor.hasBfloat16()).isFalse();
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
    void thisMachineNamesItsModel() {
        CpuInfo processor = CpuInfo.ofThisMachine();

        assertThat(processor.model()).isNotBlank().isNotEqualTo("unknown");
        assertThat(processor.cores()).isPositive();
        assertThat(processor.instructionSets()).contains("sse4_2");
    }

    @Test
    void aProcessorWithoutCoresIsRefused() {
        assertThatThrownBy(() -> new CpuInfo("none", 0, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("got 0");
    }

    private CpuInfo from(String cpuinfo) throws IOException {
        return CpuInfo.from(Files.writeString(folder.resolve("cpuinfo"), cpuinfo), 8);
    }
}
