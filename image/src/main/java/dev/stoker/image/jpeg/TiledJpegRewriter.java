package dev.stoker.image.jpeg;

/**
 * Rewrites JPEGs so that regions can be cropped without decoding: as one scan with a restart marker after each tile, which is
 * a few MCUs wide and one high, and a table of the tiles' sizes. Only the entropy coding changes, with Huffman tables for the
 * image; every decoder gives the same pixels. Other content, such as color profiles and EXIF, is kept.
 */
public final class TiledJpegRewriter {
    /** The approximate width of tiles in pixels. */
    public static final int DEFAULT_TILE_WIDTH = 32;

    private static final int MAXIMUM_BLOCKS_PER_MCU = 10;

    private TiledJpegRewriter() {}

    /** A file that was rewritten, or why it was not. */
    public sealed interface Result {
        record Rewritten(byte[] bytes) implements Result {}

        record Unchanged(String reason) implements Result {}
    }

    /** {@code tile} is the approximate width of tiles in pixels. */
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
        if (frame.blocksPerMcu() > MAXIMUM_BLOCKS_PER_MCU) {
            throw new UnsupportedJpegException("its components do not fit into one scan");
        }
        var traversal = new TileTraversal(frame, coefficients.planes(), interval(frame, tile));
        var counts = new HuffmanSymbolCounts();
        traversal.accept(counts);
        boolean chroma = coefficients.planes().size() > 1;
        var dc = new HuffmanCodeTable[] {counts.dcTable(0), counts.dcTable(chroma ? 1 : 0)};
        var ac = new HuffmanCodeTable[] {counts.acTable(0), counts.acTable(chroma ? 1 : 0)};
        var data = new JpegBitWriter(file.length + file.length / 8);
        var writer = new HuffmanEncoder(data, dc, ac, traversal.tiles());
        traversal.accept(writer);
        int[] lengths = writer.finish();

        var to = new JpegBitWriter(file.length + file.length / 8);
        to.unsigned16(0xff00 | JpegMarker.START);
        JpegHeaderWriter.metadata(to, file, coefficients.kept());
        TileTable.write(to, traversal, lengths);
        JpegHeaderWriter.decoderSegments(to, file, coefficients.kept());
        JpegHeaderWriter.frame(to, file, frame);
        JpegHeaderWriter.huffmanTables(to, dc, ac, chroma);
        JpegHeaderWriter.scan(to, frame, traversal.interval());
        to.append(data);
        to.unsigned16(0xff00 | JpegMarker.END);
        return to.toArray();
    }

    /** MCUs per tile: the divisor of the MCUs per row that is closest, within a factor of two; else the whole row. */
    private static int interval(JpegFrameHeader frame, int tile) {
        double wanted = tile / (8.0 * frame.horizontalSampling());
        int best = frame.mcuColumns();
        double distance = Math.log(2);
        for (int each = 1; each <= frame.mcuColumns(); each++) {
            double off = Math.abs(Math.log(each / wanted));
            if (frame.mcuColumns() % each == 0 && off <= distance) {
                best = each;
                distance = off;
            }
        }
        return best;
    }
}
