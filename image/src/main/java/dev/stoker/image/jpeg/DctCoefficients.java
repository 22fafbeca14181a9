package dev.stoker.image.jpeg;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The quantized DCT coefficients of a JPEG: only its entropy coding is decoded. */
final class DctCoefficients {
    private static final int ALL_BITS = 16;

    private final byte[] bytes;
    private final boolean lenient;
    private final HuffmanTables tables = new HuffmanTables();
    private final List<Segment> kept = new ArrayList<>();
    private final List<CoefficientPlane> planes = new ArrayList<>();
    private @Nullable JpegFrameHeader frame;
    private int interval;
    private int scans;
    private boolean[][] seen = new boolean[0][0];

    /** The bits of each coefficient that no scan has held so far. */
    private int[][] missingBits = {};

    /** A segment with its marker, as positions in the file. */
    record Segment(int marker, int from, int to) {}

    private DctCoefficients(byte[] bytes, boolean lenient) {
        this.bytes = bytes;
        this.lenient = lenient;
    }

    /** Reads a whole file; throws where it is unsupported or corrupt. */
    static DctCoefficients read(byte[] bytes) {
        return read(bytes, false);
    }

    /** Reads a whole file as decoders do, which skip what is irrelevant to pixels, such as bytes between segments. */
    static DctCoefficients readLeniently(byte[] bytes) {
        return read(bytes, true);
    }

    private static DctCoefficients read(byte[] bytes, boolean lenient) {
        var coefficients = new DctCoefficients(bytes, lenient);
        try {
            coefficients.walk();
        } catch (IndexOutOfBoundsException corruption) {
            throw new DamagedJpegException("it is truncated or corrupt");
        }
        coefficients.requireComplete();
        return coefficients;
    }

    JpegFrameHeader frame() {
        if (frame == null) {
            throw new UnsupportedJpegException("a scan starts before any frame header");
        }
        return frame;
    }

    /** In the order of the frame's components. */
    List<CoefficientPlane> planes() {
        return planes;
    }

    /** The segments before the scans that do not belong to entropy coding: quantization tables, comments, application data. */
    List<Segment> kept() {
        return kept;
    }

    private void walk() {
        if (bytes.length < 4 || bytes[0] != (byte) 0xff || (bytes[1] & 0xff) != JpegMarker.START) {
            throw new UnsupportedJpegException("it is not a JPEG");
        }
        int at = 2;
        while (true) {
            if (lenient) {
                at = skipToMarker(at);
            } else if (bytes[at] != (byte) 0xff) {
                throw new UnsupportedJpegException("byte %,d should start a marker".formatted(at));
            }
            int marker = bytes[at + 1] & 0xff;
            if (marker == 0xff) {
                at++;
            } else if (marker == JpegMarker.END) {
                return;
            } else {
                int length = JpegFrameHeader.unsigned16(bytes, at + 2);
                int next = at + 2 + length;
                if (length < 2 || next > bytes.length) {
                    throw new UnsupportedJpegException("a segment is longer than the file");
                }
                at = marker == JpegMarker.SCAN ? scan(at + 4, next) : segment(marker, at, next);
            }
        }
    }

    /** Also skips markers that stand alone and mean nothing here. */
    private int skipToMarker(int from) {
        int at = from;
        while (bytes[at] != (byte) 0xff || isMeaningless(bytes[at + 1] & 0xff)) {
            at++;
        }
        return at;
    }

    private static boolean isMeaningless(int marker) {
        return marker <= JpegMarker.TEMPORARY || JpegMarker.isRestart(marker);
    }

    private int segment(int marker, int at, int next) {
        int content = at + 4;
        if (JpegMarker.isFrame(marker)) {
            if (frame != null) {
                throw new UnsupportedJpegException("it has more than one frame");
            }
            frame = JpegFrameHeader.read(bytes, marker, content, next - content);
            frame.components().forEach(component -> planes.add(new CoefficientPlane(component)));
            seen = new boolean[planes.size()][64];
            missingBits = new int[planes.size()][64];
            Arrays.stream(missingBits).forEach(bits -> Arrays.fill(bits, ALL_BITS));
        } else if (marker == JpegMarker.HUFFMAN_TABLES) {
            tables.read(Arrays.copyOfRange(bytes, content, next));
        } else if (marker == JpegMarker.RESTART_INTERVAL) {
            interval = JpegFrameHeader.unsigned16(bytes, content);
        } else if (JpegMarker.isApplication(marker)
                || marker == JpegMarker.COMMENT
                || marker == JpegMarker.QUANTIZATION_TABLES) {
            keep(marker, at, next);
        } else if (!lenient || marker != JpegMarker.NUMBER_OF_LINES) {
            throw new UnsupportedJpegException("it has a marker %02x".formatted(marker));
        }
        return next;
    }

    private void keep(int marker, int at, int next) {
        if (marker == JpegMarker.QUANTIZATION_TABLES && !lenient) {
            if (scans > 0) {
                throw new UnsupportedJpegException("its quantization tables change between scans");
            }
            if ((bytes[at + 4] & 0xf0) != 0 || (next - at - 4) % 65 != 0) {
                throw new UnsupportedJpegException("its quantization tables have 16 bits");
            }
        }
        if (!TileTable.isOne(bytes, at, next)) { // one of an earlier rewrite is replaced
            kept.add(new Segment(marker, at, next));
        }
    }

    /** Returns the position of the next marker. */
    private int scan(int content, int next) {
        scans++;
        int count = bytes[content] & 0xff;
        if (count < 1 || count > 4 || next - content != 4 + 2 * count) {
            throw new UnsupportedJpegException("the header of a scan is corrupt");
        }
        var parts = new ArrayList<JpegScan.Part>();
        for (int i = 0; i < count; i++) {
            var plane = plane(bytes[content + 1 + 2 * i] & 0xff);
            int numbers = bytes[content + 2 + 2 * i] & 0xff;
            parts.add(new JpegScan.Part(plane, tables.dcOrNull(numbers >> 4), tables.acOrNull(numbers)));
        }
        int tail = content + 1 + 2 * count;
        int bits = bytes[tail + 2] & 0xff;
        var scan = new JpegScan(parts, bytes[tail] & 0xff, bytes[tail + 1] & 0xff, bits >> 4, bits & 15, interval);
        check(scan);
        var source = new JpegBitReader(bytes, next, lenient);
        var coder =
                frame().progressive() ? new ProgressiveScanDecoder(source, scan) : new SequentialScanDecoder(source);
        return scan.run(frame(), source, coder);
    }

    private CoefficientPlane plane(int identifier) {
        for (var plane : planes) {
            if (plane.component.identifier() == identifier) {
                return plane;
            }
        }
        throw new UnsupportedJpegException("a scan has a component that the frame does not have");
    }

    private void check(JpegScan scan) {
        boolean whole = scan.spectralStart() == 0
                && scan.spectralEnd() == 63
                && scan.approximationHigh() == 0
                && scan.approximationLow() == 0;
        if (frame().progressive()) {
            if (scan.spectralEnd() > 63
                    || scan.spectralStart() > scan.spectralEnd()
                    || scan.approximationLow() > 13
                    || (scan.spectralStart() == 0) != (scan.spectralEnd() == 0)) {
                throw new UnsupportedJpegException("the header of a scan is corrupt");
            }
            if (scan.spectralStart() > 0 && scan.parts().size() > 1) {
                throw new UnsupportedJpegException("an AC scan has more than one component");
            }
        } else if (!whole && !lenient) {
            throw new UnsupportedJpegException("the header of a scan is corrupt");
        }
        for (var part : scan.parts()) {
            boolean[] already = seen[planes.indexOf(part.plane())];
            if (!frame().progressive() && already[0]) {
                throw new UnsupportedJpegException("a component has more than one scan");
            }
            if (frame().progressive()) {
                Arrays.fill(already, scan.spectralStart(), scan.spectralEnd() + 1, true);
                Arrays.fill(
                        missingBits[planes.indexOf(part.plane())],
                        scan.spectralStart(),
                        scan.spectralEnd() + 1,
                        scan.approximationLow());
            } else {
                Arrays.fill(already, true);
            }
        }
    }

    private void requireComplete() {
        frame();
        for (boolean[] coefficients : seen) {
            if (!coefficients[0]) {
                throw new DamagedJpegException("a component has no scan");
            }
        }
        if (frame().progressive()) {
            requireAllBits();
            planes.forEach(CoefficientPlane::findPresent);
        }
    }

    /** Decoders smooth the blocks of a progressive JPEG whose last scans are missing, which one of a single scan never is. */
    private void requireAllBits() {
        for (int[] bits : missingBits) {
            if (Arrays.stream(bits).anyMatch(missing -> missing > 0)) {
                throw new UnsupportedJpegException("its last scans are missing");
            }
        }
    }
}
