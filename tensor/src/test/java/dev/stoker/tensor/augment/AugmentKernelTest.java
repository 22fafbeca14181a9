package dev.stoker.tensor.augment;

import static dev.stoker.tensor.internal.kernel.KernelAssertions.assertCompiles;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of augment.cu, with that of operations.cuh, without a GPU: a C++ compiler compiles its arithmetic, the CUDA compilers all of it. */
class AugmentKernelTest {
    private static final int ROWS = 400;

    @TempDir
    Path folder;

    private Path source() throws IOException {
        for (var name : List.of("augment.cu", "operations.cuh")) {
            try (var text = Objects.requireNonNull(Tensor.class.getResourceAsStream(name))) {
                Files.copy(text, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return folder.resolve("augment.cu");
    }

    /** Runs a compiler; where there is none, the test is skipped. */
    private static void compile(String... command) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException _) {
            Assumptions.abort("there is no " + command[0] + " on this machine");
            return;
        }
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private static MethodHandle augmentOnHost(Path library, Arena arena) {
        var address = ValueLayout.ADDRESS;
        var whole = ValueLayout.JAVA_INT;
        return Linker.nativeLinker()
                .downcallHandle(
                        SymbolLookup.libraryLookup(library, arena)
                                .find("augmentOnHost")
                                .orElseThrow(),
                        FunctionDescriptor.ofVoid(
                                address, whole, whole, address, whole, whole, whole, address, address, address, address,
                                address, address, address, address, address));
    }

    /** Each float is the same, to the last bit: no operation of the kernel rounds differently. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void theArithmeticOfTheKernelIsThatOfJava(int channels) throws Throwable {
        var library = folder.resolve("augment.so");
        compile(
                "g++",
                "-x",
                "c++",
                "-Wall",
                "-Werror",
                "-O2",
                "-ffp-contract=off",
                "-shared",
                "-fPIC",
                "-DCHANNELS=" + channels,
                source().toString(),
                "-o",
                library.toString());
        var inputs = RandomAugmentationInputs.of(channels, ROWS, new AugmentationRequirements(true, true, 14, true));
        var source = inputs.source();
        var target = inputs.target();
        var plan = new ImageAugmenterSettings(
                target,
                RandomAugmentationInputs.MEANS.subList(0, channels),
                RandomAugmentationInputs.DEVIATIONS.subList(0, channels),
                inputs.requirements());
        var expected = inputs.augmented(Device.CPU, 0, ROWS);
        try (var arena = Arena.ofConfined()) {
            var make = augmentOnHost(library, arena);
            var means = arena.allocateFrom(ValueLayout.JAVA_FLOAT, plan.levels());
            var scales = arena.allocateFrom(ValueLayout.JAVA_FLOAT, plan.scales());
            var sums = arena.allocate(ValueLayout.JAVA_LONG, channels);
            var canvas = arena.allocate(target.bytes());
            var other = arena.allocate(target.bytes());
            var original = arena.allocate(target.bytes());
            var mix = arena.allocate(ValueLayout.JAVA_FLOAT, target.bytes());
            var smooth = arena.allocate(ValueLayout.JAVA_FLOAT, target.bytes());
            var made = arena.allocate(ValueLayout.JAVA_FLOAT, target.bytes());
            for (int i = 0; i < ROWS; i++) {
                make.invokeExact(
                        inputs.pixels(),
                        source.height(),
                        source.width(),
                        inputs.parameters(),
                        i,
                        target.height(),
                        target.width(),
                        means,
                        scales,
                        sums,
                        canvas,
                        other,
                        original,
                        mix,
                        smooth,
                        made);
                assertSame(i, made, expected, i * target.bytes());
            }
        }
    }

    private static void assertSame(int row, MemorySegment made, float[] expected, int from) {
        var values = made.toArray(ValueLayout.JAVA_FLOAT);
        for (int k = 0; k < values.length; k++) {
            assertThat(values[k]).as("row %d, value %d", row, k).isEqualTo(expected[from + k]);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void nvrtcCompilesTheKernels(int channels) {
        assertCompiles(CudaImageAugmenter.source(channels));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void nvccCompilesTheKernels(int channels) throws IOException, InterruptedException {
        var command =
                new ArrayList<>(List.of("nvcc", "--fmad=false", "-arch=sm_90", "-cubin", "-Werror", "all-warnings"));
        CudaImageAugmenter.source(channels).definitions().forEach(definition -> command.add("-D" + definition));
        command.addAll(List.of(
                source().toString(), "-o", folder.resolve("augment.cubin").toString()));
        compile(command.toArray(String[]::new));
    }
}
