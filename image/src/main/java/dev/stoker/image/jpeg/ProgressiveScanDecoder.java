package dev.stoker.image.jpeg;

import java.util.Arrays;

/** Reads some coefficients of blocks, or some bits of them, and adds them to what earlier scans have brought. */
final class ProgressiveScanDecoder implements JpegScan.BlockDecoder {
    private final JpegBitReader source;
    private final JpegScan scan;
    private final int[] before = new int[4];
    private int endOfBandRun;

    ProgressiveScanDecoder(JpegBitReader source, JpegScan scan) {
        this.source = source;
        this.scan = scan;
    }

    @Override
    public void reset() {
        Arrays.fill(before, 0);
        endOfBandRun = 0;
    }

    @Override
    public void block(JpegScan.Part part, int index, int block) {
        var values = part.plane().values;
        int start = 64 * block;
        if (scan.from() == 0) {
            if (scan.before() == 0) {
                first(part, index, values, start);
            } else if (source.number(1) == 1) {
                values[start] |= (short) (1 << scan.low());
            }
        } else if (scan.before() == 0) {
            rest(part.acTable(), values, start);
        } else {
            refine(part.acTable(), values, start);
        }
    }

    private void first(JpegScan.Part part, int index, short[] values, int start) {
        int size = source.symbol(part.dcTable());
        if (size > 11) {
            throw new UnsupportedJpegException("a step in brightness is too large for 8 bits");
        }
        before[index] += source.value(size);
        values[start] = (short) (before[index] << scan.low());
    }

    private void rest(HuffmanDecoder table, short[] values, int start) {
        if (endOfBandRun > 0) {
            endOfBandRun--;
            return;
        }
        int k = scan.from();
        while (k <= scan.to()) {
            int symbol = source.symbol(table);
            int size = symbol & 15;
            int run = symbol >> 4;
            if (size == 0) {
                if (run < 15) {
                    endOfBandRun = (1 << run) - 1 + source.number(run);
                    return;
                }
                k += 16;
            } else {
                k += run;
                if (k > scan.to() || size > 10) {
                    throw new UnsupportedJpegException(
                            "a block has more coefficients than its scan, or too large ones");
                }
                values[start + k] = (short) (source.value(size) * (1 << scan.low()));
                k++;
            }
        }
    }

    /** One more bit of coefficients that are there, and new ones that are 1 or -1 in this bit. */
    private void refine(HuffmanDecoder table, short[] values, int start) {
        int k = scan.from();
        if (endOfBandRun == 0) {
            while (k <= scan.to()) {
                int symbol = source.symbol(table);
                int run = symbol >> 4;
                int size = symbol & 15;
                if (size > 1) {
                    throw new UnsupportedJpegException("a scan that refines brings more than a bit");
                }
                if (size == 0 && run < 15) {
                    endOfBandRun = (1 << run) + source.number(run);
                    break;
                }
                int added = size == 0 ? 0 : source.number(1) == 1 ? 1 << scan.low() : -(1 << scan.low());
                k = refineUpTo(values, start, k, run);
                if (added != 0) {
                    if (k > scan.to()) {
                        throw new UnsupportedJpegException("a block has more coefficients than its scan");
                    }
                    values[start + k] = (short) added;
                }
                k++;
            }
        }
        if (endOfBandRun > 0) {
            refineUpTo(values, start, k, 64);
            endOfBandRun--;
        }
    }

    /** Refines what it passes until so many zeros lie behind and the next one is reached; returns its place. */
    private int refineUpTo(short[] values, int start, int from, int zeros) {
        int bit = 1 << scan.low();
        int left = zeros;
        int k = from;
        for (; k <= scan.to(); k++) {
            int value = values[start + k];
            if (value == 0) {
                if (left == 0) {
                    break;
                }
                left--;
            } else if (source.number(1) == 1 && (value & bit) == 0) {
                values[start + k] = (short) (value + (value > 0 ? bit : -bit));
            }
        }
        return k;
    }
}
