package dev.stoker.image.jpeg;

/** Writes the data of a scan, with a restart marker between tiles. */
final class HuffmanEncoder implements TileTraversal.Visitor {
    private final JpegBitWriter to;
    private final HuffmanCodeTable[] dcTables;
    private final HuffmanCodeTable[] acTables;
    private final int[] lengths;
    private int tile = -1;
    private int tileStart;

    HuffmanEncoder(JpegBitWriter to, HuffmanCodeTable[] dc, HuffmanCodeTable[] ac, int tiles) {
        this.to = to;
        this.dcTables = dc;
        this.acTables = ac;
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
        tileStart = to.size();
    }

    private void finishTile() {
        to.align();
        lengths[tile] = to.size() - tileStart;
    }

    @Override
    public void dc(int table, int difference) {
        int size = Magnitude.size(difference);
        var codes = dcTables[table];
        to.bits(codes.codes[size] << size | Magnitude.bits(difference, size), codes.lengths[size] + size);
    }

    @Override
    public void ac(int table, short[] values, int offset, long present) {
        to.ac(acTables[table], values, offset, present);
    }

    /** Ends the data; returns the size of each tile in bytes. */
    int[] finish() {
        finishTile();
        return lengths;
    }
}
