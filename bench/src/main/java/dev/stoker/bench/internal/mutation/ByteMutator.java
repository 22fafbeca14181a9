package dev.stoker.bench.internal.mutation;

import dev.stoker.core.random.SeededRandom;
import java.util.Arrays;

/** Damages any bytes: flips, sets, cuts, extends, moves and splices, most often near the start, where headers are. */
public final class ByteMutator implements Mutator {
    private static final int HEADER = 96;
    private static final int LARGEST_BLOCK = 512;
    private static final int MOST_EDITS = 6;
    private static final int EDITS = 12;

    @Override
    public byte[] mutate(byte[] original, byte[] other, SeededRandom random) {
        byte[] bytes = original.clone();
        int edits = 1;
        while (edits < MOST_EDITS && random.nextInt(3) == 0) {
            edits++;
        }
        for (int i = 0; i < edits; i++) {
            bytes = bytes.length == 0 ? extended(bytes, random) : edited(bytes, other, random);
        }
        return bytes;
    }

    private static byte[] edited(byte[] bytes, byte[] other, SeededRandom random) {
        int at = position(bytes.length, random);
        return switch (random.nextInt(EDITS)) {
            case 0, 1, 2 -> with(bytes, at, (byte) (bytes[at] ^ 1 << random.nextInt(8)));
            case 3 -> with(bytes, at, (byte) random.nextInt(256));
            case 4 -> with(bytes, at, (byte) (bytes[at] + random.nextInt(9) - 4));
            case 5 -> integer(bytes, at, random);
            case 6 -> Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
            case 7 -> extended(bytes, random);
            case 8 -> ByteBlocks.replaced(bytes, at, at + block(bytes.length - at, random), new byte[0]);
            case 9 -> inserted(bytes, at, bytes, random);
            case 10 -> overwritten(bytes, at, random);
            default -> spliced(bytes, at, other, random);
        };
    }

    /** Half of all damage is in the header. */
    private static int position(int length, SeededRandom random) {
        return random.nextInt(random.nextBoolean() ? Math.min(HEADER, length) : length);
    }

    private static int block(int room, SeededRandom random) {
        int longest = Math.min(room, random.nextBoolean() ? 8 : LARGEST_BLOCK);
        return random.nextInt(longest + 1);
    }

    private static byte[] with(byte[] bytes, int at, byte value) {
        bytes[at] = value;
        return bytes;
    }

    private static byte[] integer(byte[] bytes, int at, SeededRandom random) {
        ByteBlocks.put(bytes, at, InterestingValues.integer(random), 1 << random.nextInt(4), random.nextBoolean());
        return bytes;
    }

    private static byte[] extended(byte[] bytes, SeededRandom random) {
        var added = new byte[1 + random.nextInt(LARGEST_BLOCK)];
        if (random.nextBoolean()) {
            for (int i = 0; i < added.length; i++) {
                added[i] = (byte) random.nextInt(256);
            }
        }
        return ByteBlocks.replaced(bytes, bytes.length, bytes.length, added);
    }

    private static byte[] inserted(byte[] bytes, int at, byte[] from, SeededRandom random) {
        int start = random.nextInt(from.length);
        return ByteBlocks.replaced(
                bytes, at, at, Arrays.copyOfRange(from, start, start + block(from.length - start, random)));
    }

    /** A block of one value, or a copy of another block. */
    private static byte[] overwritten(byte[] bytes, int at, SeededRandom random) {
        int length = block(bytes.length - at, random);
        if (random.nextBoolean()) {
            Arrays.fill(bytes, at, at + length, (byte) (random.nextBoolean() ? 0 : 0xff));
        } else {
            System.arraycopy(bytes, random.nextInt(bytes.length - length + 1), bytes, at, length);
        }
        return bytes;
    }

    /** The start of one file and the end of another, or a block of it within. */
    private static byte[] spliced(byte[] bytes, int at, byte[] other, SeededRandom random) {
        if (other.length == 0) {
            return bytes;
        }
        if (random.nextBoolean()) {
            return inserted(bytes, at, other, random);
        }
        int from = random.nextBoolean() ? Math.min(at, other.length) : random.nextInt(other.length);
        return ByteBlocks.replaced(bytes, at, bytes.length, Arrays.copyOfRange(other, from, other.length));
    }
}
