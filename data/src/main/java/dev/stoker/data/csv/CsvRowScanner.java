package dev.stoker.data.csv;

import dev.stoker.core.StokerException;
import dev.stoker.data.internal.file.PositionedFile;
import java.nio.ByteBuffer;
import java.util.stream.LongStream;

/**
 * Finds where rows start: at the ends of lines, unless these are within quotes. Quotes open at the start of a cell only;
 * empty rows are skipped.
 */
final class CsvRowScanner {
    private static final int BLOCK_BYTES = 1 << 18;
    private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private enum In {
        START_OF_CELL,
        CELL,
        QUOTES,
        QUOTE_WITHIN_QUOTES
    }

    private final PositionedFile file;
    private final CsvSettings settings;
    private final LongStream.Builder starts = LongStream.builder();
    private In in = In.START_OF_CELL;
    private long rowStart;
    private long quoteStart;

    private CsvRowScanner(PositionedFile file, CsvSettings settings) {
        this.file = file;
        this.settings = settings;
    }

    /** Where each row starts, and where the file ends. */
    static long[] rows(PositionedFile file, CsvSettings settings) {
        return new CsvRowScanner(file, settings).scan();
    }

    /** The number of the line of a position, counted from 1 as editors do. */
    static long line(PositionedFile file, long position) {
        long line = 1;
        byte before = 0;
        var block = ByteBuffer.allocate(BLOCK_BYTES);
        for (long at = 0; at < position; at += block.limit()) {
            block.clear().limit((int) Math.min(BLOCK_BYTES, position - at));
            if (file.read(block, at) == 0) {
                break;
            }
            for (int i = 0; i < block.limit(); i++) {
                byte next = block.get(i);
                line += next == '\r' || (next == '\n' && before != '\r') ? 1 : 0;
                before = next;
            }
        }
        return line;
    }

    private long[] scan() {
        rowStart = startOfText();
        long end = forEachByte(rowStart);
        if (in == In.QUOTES) {
            throw new StokerException("%s, line %d: a quote is opened here and never closed"
                    .formatted(file.path(), line(file, quoteStart)));
        }
        endRow(end);
        return starts.add(end).build().toArray();
    }

    private long forEachByte(long first) {
        var block = ByteBuffer.allocate(BLOCK_BYTES);
        long at = first;
        for (int count = file.read(block, at); count > 0; count = file.read(block.clear(), at)) {
            for (int i = 0; i < count; i++) {
                step(block.get(i), at + i);
            }
            at += count;
        }
        return at;
    }

    private void step(byte next, long at) {
        if (in == In.QUOTES) {
            in = next == settings.quote() ? In.QUOTE_WITHIN_QUOTES : In.QUOTES;
        } else if (next == settings.quote() && in != In.CELL) {
            quoteStart = in == In.START_OF_CELL ? at : quoteStart;
            in = In.QUOTES;
        } else if (next == '\n' || next == '\r') {
            endRow(at);
            rowStart = at + 1;
            in = In.START_OF_CELL;
        } else {
            in = next == settings.separator() ? In.START_OF_CELL : In.CELL;
        }
    }

    private void endRow(long end) {
        if (end > rowStart) {
            starts.add(rowStart);
        }
    }

    /** Some editors start a text with a byte order mark. */
    private long startOfText() {
        var start = ByteBuffer.allocate(MARK.length);
        file.read(start, 0);
        int two = Short.toUnsignedInt(start.getShort(0));
        if (two == 0xfeff || two == 0xfffe) {
            throw new StokerException(
                    "%s is UTF-16 text; convert it (iconv -f utf-16 -t utf-8)".formatted(file.path()));
        }
        return ByteBuffer.wrap(MARK).equals(start.clear()) ? MARK.length : 0;
    }
}
