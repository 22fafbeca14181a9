package dev.stoker.bench.paired;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A number in a file that two processes have mapped: one counts, the other looks. */
record StepCounter(MemorySegment memory) {
    private static final VarHandle VALUE = ValueLayout.JAVA_LONG.varHandle();

    static StepCounter open(Path file) throws IOException {
        try (var channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new StepCounter(
                    channel.map(FileChannel.MapMode.READ_WRITE, 0, ValueLayout.JAVA_LONG.byteSize(), Arena.ofAuto()));
        }
    }

    void set(long steps) {
        VALUE.setRelease(memory, 0L, steps);
    }

    long get() {
        return (long) VALUE.getAcquire(memory, 0L);
    }
}
