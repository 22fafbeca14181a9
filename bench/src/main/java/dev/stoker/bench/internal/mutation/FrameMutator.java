package dev.stoker.bench.internal.mutation;

import dev.stoker.core.io.TfRecordFormat;
import dev.stoker.core.random.SeededRandom;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Damages the records of a shard and repairs their checksums, so that the layer above is reached. */
public record FrameMutator(Mutator payload) implements Mutator {
    private static final int HEADER = 12;
    private static final int FOOTER = 4;

    @Override
    public byte[] mutate(byte[] original, byte[] other, SeededRandom random) {
        var payloads = payloads(original);
        if (payloads.isEmpty()) {
            return payload.mutate(original, other, random);
        }
        int chosen = random.nextInt(payloads.size());
        switch (random.nextInt(6)) {
            case 0 -> payloads.remove(chosen);
            case 1 -> payloads.add(random.nextInt(payloads.size()), payloads.get(chosen));
            case 2 -> {
                return withLength(original, chosen, random);
            }
            default ->
                payloads.set(chosen, payload.mutate(payloads.get(chosen), taken(payloads(other), random), random));
        }
        return ByteBlocks.concatenated(
                payloads.stream().map(FrameMutator::frame).toArray(byte[][]::new));
    }

    private static byte[] taken(List<byte[]> others, SeededRandom random) {
        return others.isEmpty() ? new byte[0] : others.get(random.nextInt(others.size()));
    }

    /** One length is wrong, but not its checksum. */
    private static byte[] withLength(byte[] original, int frame, SeededRandom random) {
        byte[] bytes = original.clone();
        int at = 0;
        for (int i = 0; i < frame; i++) {
            at += (int) length(bytes, at) + HEADER + FOOTER;
        }
        ByteBlocks.put(bytes, at, InterestingValues.integer(random), Long.BYTES, false);
        ByteBlocks.put(bytes, at + Long.BYTES, checksum(bytes, at, Long.BYTES), Integer.BYTES, false);
        return bytes;
    }

    public static byte[] frame(byte[] payload) {
        var frame = new byte[HEADER + payload.length + FOOTER];
        ByteBlocks.put(frame, 0, payload.length, Long.BYTES, false);
        ByteBlocks.put(frame, Long.BYTES, checksum(frame, 0, Long.BYTES), Integer.BYTES, false);
        System.arraycopy(payload, 0, frame, HEADER, payload.length);
        ByteBlocks.put(frame, HEADER + payload.length, checksum(payload, 0, payload.length), Integer.BYTES, false);
        return frame;
    }

    private static int checksum(byte[] bytes, int from, int length) {
        return TfRecordFormat.maskedChecksum(ByteBuffer.wrap(bytes, from, length));
    }

    private static long length(byte[] bytes, int at) {
        return Integer.toUnsignedLong(Integer.reverseBytes((int) ByteBlocks.unsigned32(bytes, at)));
    }

    /** The payloads of the frames up to one that does not fit. */
    private static List<byte[]> payloads(byte[] file) {
        var payloads = new ArrayList<byte[]>();
        int at = 0;
        while (at + HEADER + FOOTER <= file.length && at + HEADER + FOOTER + length(file, at) <= file.length) {
            int length = (int) length(file, at);
            payloads.add(Arrays.copyOfRange(file, at + HEADER, at + HEADER + length));
            at += HEADER + length + FOOTER;
        }
        return payloads;
    }
}
