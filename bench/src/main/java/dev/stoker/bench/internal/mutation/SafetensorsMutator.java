package dev.stoker.bench.internal.mutation;

import dev.stoker.core.random.SeededRandom;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Damages the JSON header of a safetensors file and repairs its length, or damages the data after it. */
public final class SafetensorsMutator implements Mutator {
    private final Mutator text = new TextMutator();
    private final Mutator bytes = new ByteMutator();

    @Override
    public byte[] mutate(byte[] original, byte[] other, SeededRandom random) {
        int end = headerEnd(original);
        byte[] header = Arrays.copyOfRange(original, Long.BYTES, end);
        byte[] data = Arrays.copyOfRange(original, end, original.length);
        if (random.nextBoolean()) {
            header = text.mutate(header, Arrays.copyOfRange(other, Long.BYTES, headerEnd(other)), random);
        } else {
            data = bytes.mutate(data, data, random);
        }
        var length = new byte[Long.BYTES];
        ByteBlocks.put(length, 0, header.length, Long.BYTES, false);
        return ByteBlocks.concatenated(length, header, data);
    }

    private static int headerEnd(byte[] file) {
        return Long.BYTES
                + (int) ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
    }
}
