package dev.stoker.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.DataType;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class StridedViewTest {
    private static Tensor view(Arena arena, long[] sizes, long[] strides) {
        var memory = arena.allocateFrom(ValueLayout.JAVA_INT, 1, 2, 3, 4, 5, 6);
        return Tensor.strided(memory, DataType.INT32, sizes, strides);
    }

    @Test
    void elementsAreTakenByStride() {
        try (var arena = Arena.ofConfined();
                var _ = TensorScope.open("test")) {
            var transposed = view(arena, new long[] {3, 2}, new long[] {1, 3});
            assertThat(transposed.toHost().toArray(ValueLayout.JAVA_INT)).containsExactly(1, 4, 2, 5, 3, 6);
            var nothing = view(arena, new long[] {9, 0}, new long[] {9, 9});
            assertThat(nothing.toHost().byteSize()).isZero();
        }
    }

    @Test
    void viewsBeyondTheMemoryAreRefused() {
        try (var arena = Arena.ofConfined();
                var _ = TensorScope.open("test")) {
            assertThatThrownBy(() -> view(arena, new long[] {3, 2}, new long[] {2, 2}))
                    .hasMessageContaining("needs 28 bytes of native memory, got 24");
            assertThatThrownBy(() -> view(arena, new long[] {2, 2}, new long[] {-1, 1}))
                    .hasMessageContaining("must not be negative");
            assertThatThrownBy(() -> view(arena, new long[] {2}, new long[] {1, 1}))
                    .hasMessageContaining("equally many");
        }
    }
}
