package dev.stoker.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchMemoryAllocatorTest {
    private static final long LARGE = 64L << 20;

    @ParameterizedTest
    @ValueSource(longs = {1, 1000, PageMemory.SMALLEST - 1, PageMemory.SMALLEST, PageMemory.SMALLEST + 1})
    void aSegmentHasTheSizeAskedForAndCanBeWrittenFromEndToEnd(long bytes) {
        try (var memory = BatchMemoryAllocator.host()) {
            var segment = memory.allocate(bytes);
            assertThat(segment.byteSize()).isEqualTo(bytes);
            assertThat(segment.address() % 64).isZero();
            segment.fill((byte) 7);
            assertThat(segment.get(ValueLayout.JAVA_BYTE, bytes - 1)).isEqualTo((byte) 7);
        }
    }

    @Test
    void aSegmentCannotBeReadAfterItsAllocatorIsClosed() {
        MemorySegment segment;
        try (var memory = BatchMemoryAllocator.host()) {
            segment = memory.allocate(PageMemory.SMALLEST);
        }
        assertThatThrownBy(() -> segment.get(ValueLayout.JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aLargeSegmentGoesBackToTheKernelWhenItsAllocatorIsClosed() throws IOException {
        long before = resident();
        try (var memory = BatchMemoryAllocator.host()) {
            memory.allocate(LARGE).fill((byte) 1);
            assertThat(resident()).isGreaterThan(before + LARGE / 2);
        }
        assertThat(resident()).isLessThan(before + LARGE / 2);
    }

    private static long resident() throws IOException {
        String pages = Files.readString(Path.of("/proc/self/statm")).split(" ", -1)[1];
        return Long.parseLong(pages) * 4096;
    }
}
