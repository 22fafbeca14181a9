package dev.stoker.image.jpeg;

import java.util.Arrays;
import java.util.PriorityQueue;

/** An optimal Huffman table for given frequencies, with no code longer than 16 bits and none of ones only. */
final class HuffmanCodeTable {
    private static final int MAXIMUM_LENGTH = HuffmanDecoder.MAXIMUM_LENGTH;
    /** The symbol that gets the code of ones only, which JPEG reserves. */
    private static final int RESERVED_SYMBOL = 256;

    final int[] codes = new int[256];
    final int[] lengths = new int[256];
    private final int[] counts = new int[MAXIMUM_LENGTH + 1];
    private final byte[] symbols;

    /** A node of the tree; ties are broken by order, so that the same counts give the same codes. */
    private record Node(long weight, int order, int left, int right) {}

    /** {@code frequencies} is how often each of 256 symbols is written. */
    HuffmanCodeTable(int[] frequencies) {
        int[] perLength = limited(depths(frequencies));
        symbols = assign(frequencies, perLength);
    }

    /** The number of codes of each length in a tree without limit; {@link #RESERVED_SYMBOL} has one of the longest. */
    private static int[] depths(int[] frequencies) {
        var nodes = new Node[2 * (RESERVED_SYMBOL + 1)];
        var queue = new PriorityQueue<Integer>((a, b) -> {
            int byWeight = Long.compare(nodes[a].weight, nodes[b].weight);
            return byWeight != 0 ? byWeight : Integer.compare(nodes[b].order, nodes[a].order);
        });
        int made = 0;
        for (int symbol = 0; symbol <= RESERVED_SYMBOL; symbol++) {
            // The reserved symbol is rarer than any other, so that it has the longest code.
            long weight = symbol == RESERVED_SYMBOL ? 1 : 2L * frequencies[symbol];
            if (weight > 0) {
                nodes[made] = new Node(weight, made, -1, -1);
                queue.add(made++);
            }
        }
        while (queue.size() > 1) {
            int left = queue.remove();
            int right = queue.remove();
            nodes[made] = new Node(nodes[left].weight + nodes[right].weight, made, left, right);
            queue.add(made++);
        }
        var perLength = new int[RESERVED_SYMBOL + 2];
        var depth = new int[made];
        for (int node = made - 1; node >= 0; node--) {
            if (nodes[node].left < 0) {
                perLength[depth[node]]++;
            } else {
                depth[nodes[node].left] = depth[node] + 1;
                depth[nodes[node].right] = depth[node] + 1;
            }
        }
        return perLength;
    }

    /** Moves leaves up from below the limit, as in annex K.3: of two of the deepest, one replaces their parent, and the other splits a higher leaf. */
    private static int[] limited(int[] perLength) {
        perLength[1] += perLength[0]; // a single code still has a bit
        perLength[0] = 0;
        for (int length = perLength.length - 1; length > MAXIMUM_LENGTH; length--) {
            while (perLength[length] > 0) {
                int higher = length - 2;
                while (perLength[higher] == 0) {
                    higher--;
                }
                perLength[length] -= 2;
                perLength[length - 1]++;
                perLength[higher + 1] += 2;
                perLength[higher]--;
            }
        }
        return perLength;
    }

    /** Frequent symbols get short codes; the last of the longest codes is reserved. */
    private byte[] assign(int[] frequencies, int[] perLength) {
        int longest = MAXIMUM_LENGTH;
        while (perLength[longest] == 0) {
            longest--;
        }
        perLength[longest]--;
        var order = new Integer[256];
        Arrays.setAll(order, symbol -> symbol);
        Arrays.sort(order, (a, b) -> Integer.compare(frequencies[b], frequencies[a]));
        var sorted = new byte[256];
        int used = 0;
        int code = 0;
        for (int length = 1; length <= MAXIMUM_LENGTH; length++) {
            counts[length] = perLength[length];
            for (int i = 0; i < counts[length]; i++) {
                int symbol = order[used];
                sorted[used++] = (byte) symbol;
                codes[symbol] = code++;
                lengths[symbol] = length;
            }
            code <<= 1;
        }
        return Arrays.copyOf(sorted, used);
    }

    /** Bytes of the table in a segment. */
    int size() {
        return 1 + MAXIMUM_LENGTH + symbols.length;
    }

    /** Writes the table with its class and destination (Tc and Th). */
    void write(JpegBitWriter to, int number) {
        to.unsigned8(number);
        for (int length = 1; length <= MAXIMUM_LENGTH; length++) {
            to.unsigned8(counts[length]);
        }
        to.copy(symbols, 0, symbols.length);
    }
}
