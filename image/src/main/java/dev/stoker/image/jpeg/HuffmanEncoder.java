package dev.stoker.image.jpeg;

/** Writes the data of a scan, with a restart marker between tiles. */
final class HuffmanEncoder implements TileTraversal.Visitor {
    private final JpegBitWriter to;
    private final HuffmanCodeTable[] first;
    private final HuffmanCodeTable[] rest;
    private final int[] lengths;
    private int tile = -1;
    private int began;

    HuffmanEncoder(JpegBitWriter to, HuffmanCodeTable[] first, HuffmanCodeTable[] rest, int tiles) {
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
            to.unsigned8(JpegMarker.FIRST_RESTART + tile % 8);
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
        int size = Magnitude.size(difference);
        var codes = first[table];
        to.bits(codes.codes[size] << size | Magnitude.bits(difference, size), codes.lengths[size] + size);
    }

    @Override
    public void rest(int table, short[] values, int start, long present) {
        to.rest(rest[table], values, start, present);
    }

    /** Ends the data; returns how many bytes each tile has. */
    int[] finish() {
        finishTile();
        return lengths;
    }
}
