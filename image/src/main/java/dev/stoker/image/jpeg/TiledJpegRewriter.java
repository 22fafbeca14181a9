package dev.stoker.image.jpeg;

/**
 * Rewrites JPEGs so that parts of them can be cut out: as one scan with a restart marker after each tile, a few MCUs wide and one
 * high, and a table of where the tiles lie. Only the entropy coding changes, with tables made for the image; every decoder
 * makes the same pixels of it. What else a file holds, as color profiles and EXIF, stays.
 */
public final class TiledJpegRewriter {
    /** How wide tiles are in pixels, about. */
    public static final int DEFAULT_TILE_WIDTH = 96;

    private static final int MAXIMUM_BLOCKS = 10;

    private TiledJpegRewriter() {}

    /** A file that was rewritten, or why it was not. */
    public sealed interface Result {
        record Rewritten(byte[] bytes) implements Result {}

        record Unchanged(String reason) implements Result {}
    }

    /** {@code tile} is about how many pixels wide tiles are. */
    public static Result rewrite(byte[] file, int tile) {
        try {
            return new Result.Rewritten(rewritten(file, tile));
        } catch (UnsupportedJpegException reason) {
            return new Result.Unchanged(String.valueOf(reason.getMessage()));
        }
    }

    private static byte[] rewritten(byte[] file, int tile) {
        var coefficients = DctCoefficients.read(file);
        var frame = coefficients.frame();
        if (frame.blocksPerMcu() > MAXIMUM_BLOCKS) {
            throw new UnsupportedJpegException("its components do not fit into one scan");
        }
        var walk = new TileTraversal(frame, coefficients.planes(), interval(frame, tile));
        var counts = new HuffmanSymbolCounts();
        walk.show(counts);
        boolean colors = coefficients.planes().size() > 1;
        var first = new HuffmanCodeTable[] {counts.dcTable(0), counts.dcTable(colors ? 1 : 0)};
        var rest = new HuffmanCodeTable[] {counts.acTable(0), counts.acTable(colors ? 1 : 0)};
        var data = new JpegBitWriter(file.length + file.length / 8);
        var writer = new HuffmanEncoder(data, first, rest, walk.tiles());
        walk.show(writer);
        int[] lengths = writer.finish();

        var to = new JpegBitWriter(file.length + file.length / 8);
        to.unsigned16(0xff00 | JpegMarker.START);
        JpegHeaderWriter.others(to, file, coefficients.kept());
        TileTable.write(to, walk, lengths);
        JpegHeaderWriter.needed(to, file, coefficients.kept());
        JpegHeaderWriter.frame(to, file, frame);
        JpegHeaderWriter.codes(to, first, rest, colors);
        JpegHeaderWriter.scan(to, frame, walk.interval());
        to.append(data);
        to.unsigned16(0xff00 | JpegMarker.END);
        return to.toArray();
    }

    /** MCUs of a tile: of the numbers that divide a line evenly the nearest, within a factor of two; else the whole line. */
    private static int interval(JpegFrameHeader frame, int tile) {
        double wanted = tile / (8.0 * frame.across());
        int best = frame.wide();
        double distance = Math.log(2);
        for (int each = 1; each <= frame.wide(); each++) {
            double off = Math.abs(Math.log(each / wanted));
            if (frame.wide() % each == 0 && off <= distance) {
                best = each;
                distance = off;
            }
        }
        return best;
    }
}
