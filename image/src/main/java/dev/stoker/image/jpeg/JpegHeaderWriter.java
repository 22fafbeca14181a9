package dev.stoker.image.jpeg;

import java.util.List;

/** Writes the segments before the data of a scan. */
final class JpegHeaderWriter {
    private JpegHeaderWriter() {}

    /** The segments that crops do not need: EXIF, profiles, comments; and JFIF, which must be first and which crops copy from there. */
    static void metadata(JpegBitWriter to, byte[] file, List<DctCoefficients.Segment> kept) {
        for (var segment : kept) {
            if (segment.marker() != JpegMarker.QUANTIZATION_TABLES && segment.marker() != JpegMarker.ADOBE) {
                to.copy(file, segment.from(), segment.to());
            }
        }
    }

    /** The segments that decoding the coefficients needs. */
    static void decoderSegments(JpegBitWriter to, byte[] file, List<DctCoefficients.Segment> kept) {
        for (var segment : kept) {
            if (segment.marker() == JpegMarker.QUANTIZATION_TABLES || segment.marker() == JpegMarker.ADOBE) {
                to.copy(file, segment.from(), segment.to());
            }
        }
    }

    static void frame(JpegBitWriter to, byte[] file, JpegFrameHeader frame) {
        int length = 6 + 3 * frame.components().size();
        to.unsigned16(0xff00 | JpegMarker.BASELINE);
        to.unsigned16(2 + length);
        to.copy(file, frame.content(), frame.content() + length);
    }

    static void huffmanTables(JpegBitWriter to, HuffmanCodeTable[] dc, HuffmanCodeTable[] ac, boolean chroma) {
        int tables = chroma ? 2 : 1;
        int size = 0;
        for (int i = 0; i < tables; i++) {
            size += dc[i].size() + ac[i].size();
        }
        to.unsigned16(0xff00 | JpegMarker.HUFFMAN_TABLES);
        to.unsigned16(2 + size);
        for (int i = 0; i < tables; i++) {
            dc[i].write(to, i);
            ac[i].write(to, 0x10 | i);
        }
    }

    /** The scan of all components. */
    static void scan(JpegBitWriter to, JpegFrameHeader frame) {
        int count = frame.components().size();
        to.unsigned16(0xff00 | JpegMarker.SCAN);
        to.unsigned16(6 + 2 * count);
        to.unsigned8(count);
        for (int i = 0; i < count; i++) {
            to.unsigned8(frame.components().get(i).identifier());
            to.unsigned8(TileTraversal.table(i) * 0x11);
        }
        to.unsigned8(0);
        to.unsigned8(63);
        to.unsigned8(0);
    }
}
