package dev.stoker.bench.internal.mutation;

import dev.stoker.core.random.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;

/** Damages the chunks of a PNG and repairs their checksums, so that what is behind those is reached. */
public final class PngMutator implements Mutator {
    private static final int SIGNATURE = 8;
    private static final int AROUND = 12;

    private final Mutator content = new ByteMutator();

    /** Type and data of a chunk. */
    private record Chunk(byte[] typeAndData) {
        byte[] bytes() {
            var crc = new CRC32();
            crc.update(typeAndData);
            var bytes = new byte[typeAndData.length + 8];
            ByteBlocks.put(bytes, 0, typeAndData.length - 4L, 4, true);
            System.arraycopy(typeAndData, 0, bytes, 4, typeAndData.length);
            ByteBlocks.put(bytes, bytes.length - 4, crc.getValue(), 4, true);
            return bytes;
        }

        boolean isPixels() {
            return typeAndData[0] == 'I' && typeAndData[1] == 'D';
        }
    }

    @Override
    public byte[] mutate(byte[] original, byte[] other, SeededRandom random) {
        var chunks = chunks(original);
        if (chunks.isEmpty()) {
            return content.mutate(original, other, random);
        }
        int chosen = random.nextInt(chunks.size());
        var chunk = chunks.get(chosen);
        switch (random.nextInt(8)) {
            case 0 -> chunks.remove(chosen);
            case 1 -> chunks.add(random.nextInt(chunks.size()), chunk);
            case 2 -> chunks.set(chosen, field(chunk, 0, 4, random));
            case 3 -> chunks.set(chosen, taken(chunks(other), random, chunk));
            case 4 -> chunks.set(0, field(chunks.getFirst(), 4, chunks.getFirst().typeAndData.length, random));
            default -> chunks.set(chosen, data(chunk, random));
        }
        return file(original, chunks);
    }

    private static Chunk taken(List<Chunk> others, SeededRandom random, Chunk otherwise) {
        return others.isEmpty() ? otherwise : others.get(random.nextInt(others.size()));
    }

    private static Chunk field(Chunk chunk, int from, int to, SeededRandom random) {
        byte[] bytes = chunk.typeAndData.clone();
        int end = Math.min(to, bytes.length);
        if (from >= end) {
            return chunk;
        }
        int at = from + random.nextInt(end - from);
        bytes[at] = (byte) (random.nextBoolean() ? bytes[at] ^ 1 << random.nextInt(8) : random.nextInt(20));
        return new Chunk(bytes);
    }

    /** Pixels are damaged below their compression. */
    private Chunk data(Chunk chunk, SeededRandom random) {
        byte[] type = Arrays.copyOf(chunk.typeAndData, 4);
        byte[] data = Arrays.copyOfRange(chunk.typeAndData, 4, chunk.typeAndData.length);
        byte[] damaged = chunk.isPixels() && random.nextBoolean()
                ? Compression.zlib(content.mutate(Compression.inflated(data), data, random))
                : content.mutate(data, data, random);
        return new Chunk(ByteBlocks.concatenated(type, damaged));
    }

    private static byte[] file(byte[] original, List<Chunk> chunks) {
        var parts = new ArrayList<byte[]>();
        parts.add(Arrays.copyOf(original, SIGNATURE));
        chunks.forEach(chunk -> parts.add(chunk.bytes()));
        return ByteBlocks.concatenated(parts.toArray(byte[][]::new));
    }

    private static List<Chunk> chunks(byte[] file) {
        var chunks = new ArrayList<Chunk>();
        int at = SIGNATURE;
        while (at + AROUND <= file.length) {
            long length = Math.min(ByteBlocks.unsigned32(file, at), file.length - at - AROUND);
            chunks.add(new Chunk(Arrays.copyOfRange(file, at + 4, at + 8 + (int) length)));
            at += (int) length + AROUND;
        }
        return chunks;
    }
}
