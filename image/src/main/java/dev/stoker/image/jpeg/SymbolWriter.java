package dev.stoker.image.jpeg;

/** Writes the data of a scan, with a restart marker between tiles. */
final class SymbolWriter implements TileWalk.Visitor {
    private final BitSink to;
    private final HuffmanCodes[] first;
    private final HuffmanCodes[] rest;
    private final int[] lengths;
    private int tile = -1;
    private int began;

    SymbolWriter(BitSink to, HuffmanCodes[] first, HuffmanCodes[] rest, int tiles) {
        this.to = to;
        this.first = first;
        this.rest = rest;
        lengths = new int[tiles];
    }

    @Override
    public void tile() {
        if (tile >= 0) {
            finishTile();
            to.unsigned8(0xff);
            to.unsigned8(Marker.FIRST_RESTART + tile % 8);
        }
        tile++;
        began = to.size();
    }

    private void finishTile() {
        to.align();
        lengths[tile] = to.size() - began;
    }

    @Override
    public void first(int table, int difference) {
        write(first[table], Magnitude.size(difference), difference, Magnitude.size(difference));
    }

    @Override
    public void rest(int table, short[] values, int start, long present) {
        var codes = rest[table];
        int last = 0;
        for (long left = present; left != 0; left &= left - 1) {
            int k = Long.numberOfTrailingZeros(left);
            int run = k - last - 1;
            for (; run > 15; run -= 16) {
                write(codes, SymbolCounts.SIXTEEN_ZEROS, 0, 0);
            }
            int size = Magnitude.size(values[start + k]);
            write(codes, run << 4 | size, values[start + k], size);
            last = k;
        }
        if (last < 63) {
            write(codes, SymbolCounts.END_OF_BLOCK, 0, 0);
        }
    }

    private void write(HuffmanCodes codes, int symbol, int value, int size) {
        to.bits(codes.codes[symbol] << size | Magnitude.bits(value, size), codes.lengths[symbol] + size);
    }

    /** Ends the data; returns how many bytes each tile has. */
    int[] finish() {
        finishTile();
        return lengths;
    }
}
