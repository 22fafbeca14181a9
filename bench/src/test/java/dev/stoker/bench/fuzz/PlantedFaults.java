package dev.stoker.bench.fuzz;

import dev.stoker.bench.internal.format.FuzzInput;
import dev.stoker.bench.internal.format.FuzzTarget;
import dev.stoker.bench.internal.format.WrongResultException;
import dev.stoker.bench.internal.mutation.ByteMutator;
import dev.stoker.bench.internal.mutation.Mutator;
import dev.stoker.core.StokerException;
import dev.stoker.data.ElementException;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.zip.CRC32;

/** Targets with a fault each, which one input in {@link #RARITY} reaches. */
abstract class PlantedFaults implements FuzzTarget {
    static final int RARITY = 13;

    static boolean reaches(FuzzInput input) {
        return hash(input) % RARITY == 0;
    }

    private static long hash(FuzzInput input) {
        var crc = new CRC32();
        crc.update(input.bytes());
        return crc.getValue();
    }

    abstract void fail();

    @Override
    public List<byte[]> corpus() {
        return List.of(new byte[64]);
    }

    @Override
    public Mutator mutator() {
        return new ByteMutator();
    }

    /** One input in three is refused. */
    @Override
    public void check(FuzzInput input) {
        if (reaches(input)) {
            fail();
        } else if (hash(input) % 3 == 0) {
            throw new StokerException("refused");
        }
    }

    static final class Crash extends PlantedFaults {
        @Override
        void fail() {
            Runtime.getRuntime().halt(134);
        }
    }

    static final class Hang extends PlantedFaults {
        @Override
        @SuppressWarnings("InfiniteLoopStatement")
        void fail() {
            while (true) {
                Thread.onSpinWait();
            }
        }
    }

    static final class Heap extends PlantedFaults {
        @Override
        void fail() {
            var memory = new byte[Integer.MAX_VALUE - 8];
            throw new IllegalStateException("there was room for " + memory.length);
        }
    }

    static final class Resident extends PlantedFaults {
        @Override
        void fail() {
            try (var arena = Arena.ofConfined()) {
                arena.allocate(600 << 20).fill((byte) 1);
            }
        }
    }

    static final class Trace extends PlantedFaults {
        @Override
        void fail() {
            throw new IllegalStateException("not a sentence for users");
        }
    }

    /** A bug within a pipeline, which adds the element. */
    static final class PipelineTrace extends PlantedFaults {
        @Override
        void fail() {
            throw new ElementException(0, 0, new ArrayIndexOutOfBoundsException(3));
        }
    }

    static final class Wrong extends PlantedFaults {
        @Override
        void fail() {
            throw new WrongResultException("other pixels");
        }
    }
}
