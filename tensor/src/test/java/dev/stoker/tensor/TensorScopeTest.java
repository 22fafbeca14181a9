package dev.stoker.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.DataType;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;

class TensorScopeTest {

    private static Tensor ones() {
        return Tensor.of(new float[] {1, 1}, Device.CPU, 2);
    }

    @Test
    void everythingCreatedInAScopeIsFreedWithIt() {
        long before = Pointer.totalCount();
        try (var _ = TensorScope.open("outer")) {
            ActivationFunction.RELU.of(ones().plus(ones()).times(3)).sum();
            assertThat(Pointer.totalCount()).isGreaterThan(before);
        }
        assertThat(Pointer.totalCount()).isEqualTo(before);
    }

    @Test
    void aTensorUsedAfterItsScopeClosedIsRefusedByName() {
        Tensor leaked;
        try (var _ = TensorScope.open("evaluate")) {
            leaked = ones();
        }
        assertThatThrownBy(leaked::sizes)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("scope 'evaluate' was used after that scope closed");
        assertThat(leaked).hasToString("Tensor of closed scope evaluate");
    }

    @Test
    void closingOutOfOrderIsRefusedAndChangesNothing() {
        var outer = TensorScope.open("epoch");
        var inner = TensorScope.open("step");
        var tensor = ones();
        assertThatThrownBy(outer::close)
                .hasMessage("scope 'epoch' cannot close while 'step', opened after it, is still open");
        assertThat(tensor.sum().value()).isEqualTo(2);
        inner.close();
        outer.close();
    }

    @Test
    void aTensorWithoutAScopeIsRefused() {
        assertThatThrownBy(TensorScopeTest::ones).hasMessageContaining("no TensorScope is open on this thread");
    }

    @Test
    void aTensorThatIsKeptOutlivesItsScope() {
        long before = Pointer.totalCount();
        try (var outer = TensorScope.open("outer")) {
            Tensor kept;
            try (var _ = TensorScope.open("inner")) {
                kept = outer.keep(ones().plus(ones()));
            }
            assertThat(kept.sum().value()).isEqualTo(4);
        }
        assertThat(Pointer.totalCount()).isEqualTo(before);
    }

    @Test
    void aScopeOfAnotherThreadCannotBeClosedHere() throws InterruptedException {
        var holder = new TensorScope[1];
        var thread = Thread.ofPlatform().start(() -> holder[0] = TensorScope.open("theirs"));
        thread.join();
        assertThatThrownBy(holder[0]::close).hasMessageContaining("'theirs' was opened on another thread");
    }

    @Test
    void closingTwiceIsHarmless() {
        var scope = TensorScope.open("twice");
        scope.close();
        scope.close();
        assertThat(scope).hasToString("TensorScope twice");
    }

    @Test
    void propertiesCostNoMemory() {
        try (var _ = TensorScope.open("properties")) {
            var tensor = Tensor.zeros(DataType.FLOAT32, Device.CPU, 3, 4);
            long before = Pointer.totalCount();
            assertThat(tensor.sizes()).containsExactly(3, 4);
            assertThat(tensor.device()).isEqualTo(Device.CPU);
            assertThat(tensor.type()).isEqualTo(DataType.FLOAT32);
            assertThat(Pointer.totalCount()).isEqualTo(before);
        }
    }
}
