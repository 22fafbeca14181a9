package dev.stoker.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import org.bytedeco.pytorch.GradMode;
import org.junit.jupiter.api.Test;

class GradientModeTest {
    private static final int BLOCKS = 1000;

    @Test
    void aBlockEndsWithTheModeThatItBeganWith() {
        try (var _ = TensorScope.open("test")) {
            try (var _ = Gradients.off()) {
                try (var _ = Gradients.off()) {
                    assertThat(GradMode.is_enabled()).isFalse();
                }
                assertThat(GradMode.is_enabled()).isFalse();
            }
            assertThat(GradMode.is_enabled()).isTrue();
        }
    }

    @Test
    void blocksLeaveNothingInTheScopeAroundThem() throws JMException {
        try (var _ = TensorScope.open("test")) {
            run(1);
            long before = liveNativeObjects();
            run(BLOCKS);
            assertThat(liveNativeObjects()).isLessThan(before + BLOCKS / 2);
        }
    }

    private static void run(int blocks) {
        for (int i = 0; i < blocks; i++) {
            try (var _ = Gradients.off()) {
                assertThat(GradMode.is_enabled()).isFalse();
            }
        }
    }

    /** Java objects of the bindings that are reachable; the JVM collects garbage before it counts. */
    private static long liveNativeObjects() throws JMException {
        var histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        return histogram
                .lines()
                .filter(line -> line.contains(" org.bytedeco."))
                .mapToLong(line -> Long.parseLong(line.trim().split("\\s+", 3)[1]))
                .sum();
    }
}
