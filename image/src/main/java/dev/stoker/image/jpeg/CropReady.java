package dev.stoker.image.jpeg;

/**
 * Rewrites JPEGs so that parts of them can be cut out: as one scan with a restart marker after each tile, a few MCUs wide and one
 * high, and a table of where the tiles lie. Only the entropy coding changes, with tables made for the picture; every decoder
 * makes the same pixels of it. What else a file holds, as colour profiles and EXIF, stays.
 */
public final class CropReady {
    /** How wide tiles are in pixels, about. */
    public static final int USUAL_TILE = 96;

    private static final int MOST_BLOCKS = 10;

    private CropReady() {}

    /** A file that was rewritten, or why it was not. */
    public sealed interface Result {
        record Rewritten(byte[] bytes) implements Result {}

        record AsItWas(String reason) implements Result {}
    }

    /** {@code tile} is about how many pixels wide tiles are. */
    public static Result rewrite(byte[] file, int tile) {
        try {
            return new Result.Rewritten(rewritten(file, tile));
        } catch (UnsuitableException reason) {
            return new Result.AsItWas(String.valueOf(reason.getMessage()));
        }
    }

    private static byte[] rewritten(byte[] file, int tile) {
        var coefficients = Coefficients.read(file);
        var frame = coefficients.frame();
        if (frame.blocksPerMcu() > MOST_BLOCKS) {
            throw new UnsuitableException("its components do not fit into one scan");
        }
        var walk = new TileWalk(frame, coefficients.planes(), interval(frame, tile));
        var counts = new SymbolCounts();
        walk.show(counts);
        boolean colours = coefficients.planes().size() > 1;
        var first = new HuffmanCodes[] {counts.ofFirst(0), counts.ofFirst(colours ? 1 : 0)};
        var rest = new HuffmanCodes[] {counts.ofRest(0), counts.ofRest(colours ? 1 : 0)};
        var data = new BitSink(file.length + file.length / 8);
        var writer = new SymbolWriter(data, first, rest, walk.tiles());
        walk.show(writer);
        int[] lengths = writer.finish();

        var to = new BitSink(file.length + file.length / 8);
        to.unsigned16(0xff00 | Marker.START);
        Headers.others(to, file, coefficients.kept());
        TileTable.write(to, walk, lengths);
        Headers.needed(to, file, coefficients.kept());
        Headers.frame(to, file, frame);
        Headers.codes(to, first, rest, colours);
        Headers.scan(to, frame, walk.interval());
        to.append(data);
        to.unsigned16(0xff00 | Marker.END);
        return to.toArray();
    }

    /** MCUs of a tile: of the numbers that divide a line evenly the nearest, within a factor of two; else the whole line. */
    private static int interval(Frame frame, int tile) {
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
