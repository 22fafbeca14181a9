package dev.stoker.image.jpeg;

/**
 * Rewrites JPEGs so that regions can be cropped without decoding: as one scan, with a table of where its tiles start, which are
 * a few MCUs wide and one high. Only the entropy coding changes, with Huffman tables for the image; every decoder gives the
 * same pixels. Other content, such as color profiles and EXIF, is kept.
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

    /** {@code tile} is the approximate width of tiles in pixels; tiles of very large images are wider. */
    public static Result rewrite(byte[] file, int tile) {
        try {
            return new Result.Rewritten(rewritten(file, tile));
        } catch (UnsupportedJpegException reason) {
            return new Result.Unchanged(String.valueOf(reason.getMessage()));
        }
    }

    private static byte[] rewritten(byte[] file, int tile) {
        if (file.length > TileTableWriter.MAXIMUM_DATA) {
            throw new UnsupportedJpegException("it has more than %,d bytes".formatted(TileTableWriter.MAXIMUM_DATA));
        }
        var coefficients = DctCoefficients.read(file);
        var frame = coefficients.frame();
        if (frame.blocksPerMcu() > MAXIMUM_BLOCKS_PER_MCU) {
            throw new UnsupportedJpegException("its components do not fit into one scan");
        }
        int components = coefficients.planes().size();
        var traversal = new TileTraversal(frame, coefficients.planes(), interval(frame, components, tile));
        var counts = new HuffmanSymbolCounts();
        traversal.accept(counts);
        boolean chroma = components > 1;
        var dc = new HuffmanCodeTable[] {counts.dcTable(0), counts.dcTable(chroma ? 1 : 0)};
        var ac = new HuffmanCodeTable[] {counts.acTable(0), counts.acTable(chroma ? 1 : 0)};
        var data = new JpegBitWriter(file.length + file.length / 8);
        var encoder = new HuffmanEncoder(data, dc, ac, traversal.tiles(), components);
        traversal.accept(encoder);
        var tiles = encoder.finish();

        var headers = new JpegBitWriter(1 << 10);
        JpegHeaderWriter.decoderSegments(headers, file, coefficients.kept());
        JpegHeaderWriter.frame(headers, file, frame);
        JpegHeaderWriter.huffmanTables(headers, dc, ac, chroma);
        JpegHeaderWriter.scan(headers, frame);
        var scan = data.toArray();
        var to = new JpegBitWriter(file.length + file.length / 8);
        to.unsigned16(0xff00 | JpegMarker.START);
        JpegHeaderWriter.metadata(to, file, coefficients.kept());
        TileTableWriter.write(to, traversal, tiles, scan, headers.toArray());
        to.copy(scan, 0, scan.length);
        to.unsigned16(0xff00 | JpegMarker.END);
        return to.toArray();
    }

    /** MCUs per tile: about the wanted width, or as many as a table of them allows. */
    private static int interval(JpegFrameHeader frame, int components, int tile) {
        int columns = TileTableWriter.mostTiles(frame.mcuRows(), components) / frame.mcuRows();
        if (columns == 0) {
            throw new UnsupportedJpegException("it has more rows than a table can hold");
        }
        long wanted = Math.max(1, Math.round(tile / (8.0 * frame.horizontalSampling())));
        return (int) Math.min(frame.mcuColumns(), Math.max(wanted, Math.ceilDiv(frame.mcuColumns(), columns)));
    }
}
