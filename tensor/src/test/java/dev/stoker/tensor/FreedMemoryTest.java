package dev.stoker.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stoker.core.DataType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** In a process of its own, since page faults are counted by process. */
class FreedMemoryTest {
    private static final int STEPS = 20;

    @Test
    void freedTensorsLeaveTheirPagesToTheNextStep() throws IOException, InterruptedException {
        assumeTrue(NativeMemory.malloc().isPresent(), "the C library is not glibc");
        assertThat(pageFaultsPerStep()).isLessThan(200); // 1,200 to 2,000 where malloc unmaps pieces of its arenas
    }

    private static long pageFaultsPerStep() throws IOException, InterruptedException {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home", ""), "bin", "java")
                                .toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path", ""),
                        Steps.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return Long.parseLong(printed.strip());
    }

    /** Prints the page faults per step of a thread that allocates a few large tensors in each, and frees them. */
    static final class Steps {
        private Steps() {}

        public static void main(String[] arguments) throws IOException {
            LibTorch.load();
            run(STEPS);
            long before = pageFaults();
            run(STEPS);
            System.out.println((pageFaults() - before) / STEPS);
        }

        private static void run(int steps) {
            for (int step = 0; step < steps; step++) {
                allocate(3);
                allocate(12);
            }
        }

        private static void allocate(int tensors) {
            try (var _ = TensorScope.open("step")) {
                for (int i = 0; i < tensors; i++) {
                    Tensor.zeros(DataType.FLOAT32, Device.CPU, 4 << 20);
                }
            }
        }

        private static long pageFaults() throws IOException {
            String status = Files.readString(Path.of("/proc/self/stat"));
            return Long.parseLong(status.substring(status.lastIndexOf(')') + 2).split(" ")[7]);
        }
    }
}
