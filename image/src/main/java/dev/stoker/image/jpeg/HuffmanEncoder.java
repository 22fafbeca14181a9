package dev.stoker.image.jpeg;

/** Writes the data of a scan, and remembers where tiles start. */
final class HuffmanEncoder implements TileTraversal.Visitor {
    private final JpegBitWriter to;
    private final HuffmanCodeTable[] dcTables;
    private final HuffmanCodeTable[] acTables;
    private final Tiles tiles;
    private int tile;

    /**
     * The tiles of a scan.
     *
     * @param positions the first bit of each tile, and after the last tile the end
     * @param predictions for each tile the DC coefficients before it, one for each component
     */
    record Tiles(int components, int[] positions, int[] predictions) {}

    HuffmanEncoder(JpegBitWriter to, HuffmanCodeTable[] dc, HuffmanCodeTable[] ac, int tiles, int components) {
        this.to = to;
        this.dcTables = dc;
        this.acTables = ac;
        this.tiles = new Tiles(components, new int[tiles + 1], new int[tiles * components]);
    }

    @Override
    public void tile(int[] predictions) {
        tiles.positions[tile] = to.bitPosition();
        System.arraycopy(predictions, 0, tiles.predictions, tile * tiles.components, tiles.components);
        tile++;
    }

    @Override
    public void dc(int table, int value, int prediction) {
        int difference = value - prediction;
        int size = Magnitude.size(difference);
        var codes = dcTables[table];
        to.bits(codes.codes[size] << size | Magnitude.bits(difference, size), codes.lengths[size] + size);
    }

    @Override
    public void ac(int table, short[] values, int offset, long present) {
        to.ac(acTables[table], values, offset, present);
    }

    /** Ends the data. */
    Tiles finish() {
        tiles.positions[tile] = to.bitPosition();
        to.align();
        return tiles;
    }
}
