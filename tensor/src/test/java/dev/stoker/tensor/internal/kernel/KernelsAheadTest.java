package dev.stoker.tensor.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class KernelsAheadTest {
    private static final List<String> NORM = List.of("norm.cu", "sm_90");
    private static final List<String> GATE = List.of("gate.cu", "sm_90");
    private static final byte[] CODE = {1, 2, 3};

    @TempDir
    Path folder;

    private KernelsAhead kernels;
    private final AtomicInteger compilations = new AtomicInteger();

    @BeforeEach
    void open() {
        kernels = new KernelsAhead(new CompiledKernels(folder, 1 << 20));
    }

    private byte[] compile() {
        compilations.incrementAndGet();
        return CODE;
    }

    @Test
    void kernelsAreCompiledBesideEachOther() {
        Assumptions.assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "there is one processor");
        var both = new CyclicBarrier(2);
        Supplier<byte[]> compiler = () -> {
            try {
                both.await(30, TimeUnit.SECONDS); // nobody comes alone
                return compile();
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
        };
        kernels.begin(NORM, compiler);
        kernels.begin(GATE, compiler);
        assertThat(kernels.get(NORM, () -> new byte[0])).isEqualTo(CODE);
        assertThat(kernels.get(GATE, () -> new byte[0])).isEqualTo(CODE);
    }

    @Test
    void whoeverAsksWaitsForTheOneThatIsBeingCompiled() throws InterruptedException {
        var begun = new CountDownLatch(1);
        kernels.begin(NORM, () -> {
            begun.countDown();
            return compile();
        });
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        kernels.begin(NORM, this::compile);
        assertThat(kernels.get(NORM, this::compile)).isEqualTo(CODE);
        assertThat(compilations).hasValue(1);
    }

    @Test
    void whatNoThreadHasBegunIsCompiledByWhoeverAsks() throws InterruptedException {
        int threads = Runtime.getRuntime().availableProcessors();
        var busy = new CountDownLatch(threads);
        var asked = new CountDownLatch(1);
        var compilers = new CopyOnWriteArrayList<Thread>();
        for (int i = 0; i < threads; i++) {
            kernels.begin(List.of("other " + i), () -> {
                busy.countDown();
                await(asked);
                return CODE;
            });
        }
        assertThat(busy.await(30, TimeUnit.SECONDS)).isTrue();
        kernels.begin(NORM, () -> {
            compilers.add(Thread.currentThread());
            return compile();
        });
        assertThat(kernels.get(NORM, this::compile)).isEqualTo(CODE);
        asked.countDown();
        for (int i = 0; i < threads; i++) {
            kernels.get(List.of("other " + i), this::compile); // until then they write into the folder
        }
        assertThat(compilers).containsExactly(Thread.currentThread());
        assertThat(compilations).hasValue(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            boolean _ = latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void whoeverAsksGetsTheFailureOfTheCompiler() {
        Supplier<byte[]> failing = () -> {
            throw new StokerException("compiling norm.cu failed");
        };
        kernels.begin(NORM, failing);
        assertThatThrownBy(() -> kernels.get(NORM, failing)).hasMessage("compiling norm.cu failed");
    }

    @Test
    void whatWasCompiledAheadIsThereForTheNextProcess() {
        kernels.begin(NORM, this::compile);
        kernels.get(NORM, this::compile);
        open();
        assertThat(kernels.get(NORM, this::compile)).isEqualTo(CODE);
        assertThat(compilations).hasValue(1);
    }
}
