package dev.stoker.tensor.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.tensor.Device;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class PinnedMemoryTest {
    @Test
    void freedMemoryIsReused() {
        var locked = new ArrayList<MemorySegment>();
        PinnedMemory.PageLocker lock = bytes -> {
            locked.add(Arena.global().allocate(bytes));
            return locked.getLast();
        };
        long first;
        try (var memory = new PinnedMemory(lock)) {
            var slot = memory.allocate(12_345);
            first = slot.address();
        }
        try (var memory = new PinnedMemory(lock)) {
            var again = memory.allocate(12_345);
            assertThat(again.address()).isEqualTo(first);
            assertThat(memory.allocate(12_345).address()).isNotEqualTo(first);
            memory.allocate(12_346);
        }
        assertThat(locked).hasSize(3);
    }

    @Test
    void pageableMemoryIsUsedWherePinningFailsAndTheReasonIsKept() {
        try (var memory = new PinnedMemory(bytes -> {
            throw new PinnedMemory.PinningRefused("no more than 64 KiB");
        })) {
            var slot = memory.allocate(777);
            slot.set(ValueLayout.JAVA_BYTE, 776, (byte) 1);
            assertThat(slot.byteSize()).isEqualTo(777);
        }
        assertThat(PinnedMemory.whyPageable()).contains("no more than 64 KiB");
    }

    @Test
    void aCpuNeedsNoPinnedMemory() {
        try (BatchMemoryAllocator memory = PinnedMemory.forDevice(Device.CPU)) {
            assertThat(memory).isNotInstanceOf(PinnedMemory.class);
        }
    }
}
