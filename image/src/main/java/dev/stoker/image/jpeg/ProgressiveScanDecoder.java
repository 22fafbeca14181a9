package dev.stoker.image.jpeg;

import java.util.Arrays;

/** Decodes a scan of a progressive JPEG: some coefficients of each block, or some bits of them, added to those of earlier scans. */
final class ProgressiveScanDecoder implements JpegScan.BlockDecoder {
    private final JpegBitReader source;
    private final JpegScan scan;
    private final int[] predictions = new int[4];
    private int endOfBandRun;

    ProgressiveScanDecoder(JpegBitReader source, JpegScan scan) {
        this.source = source;
        this.scan = scan;
    }

    @Override
    public void reset() {
        Arrays.fill(predictions, 0);
        endOfBandRun = 0;
    }

    @Override
    public void block(JpegScan.Part part, int index, int block) {
        var values = part.plane().values;
        int start = 64 * block;
        if (scan.spectralStart() == 0) {
            if (scan.approximationHigh() == 0) {
                dc(part, index, values, start);
            } else if (source.number(1) == 1) {
                values[start] |= (short) (1 << scan.approximationLow());
            }
        } else if (scan.approximationHigh() == 0) {
            ac(part.acTable(), values, start);
        } else {
            refineAc(part.acTable(), values, start);
        }
    }

    private void dc(JpegScan.Part part, int index, short[] values, int start) {
        int size = source.symbol(part.dcTable());
        if (size > 11) {
            throw new DamagedJpegException("a DC difference is too large for 8-bit samples");
        }
        predictions[index] += source.value(size);
        values[start] = (short) (predictions[index] << scan.approximationLow());
    }

    private void ac(HuffmanDecoder table, short[] values, int start) {
        if (endOfBandRun > 0) {
            endOfBandRun--;
            return;
        }
        int k = scan.spectralStart();
        while (k <= scan.spectralEnd()) {
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
                if (k > scan.spectralEnd() || size > 10) {
                    throw new DamagedJpegException("a block has more coefficients than its scan, or too large ones");
                }
                values[start + k] = (short) (source.value(size) * (1 << scan.approximationLow()));
                k++;
            }
        }
    }

    /** One more bit of nonzero coefficients, and new ones that are 1 or -1 in this bit. */
    private void refineAc(HuffmanDecoder table, short[] values, int start) {
        int k = scan.spectralStart();
        if (endOfBandRun == 0) {
            while (k <= scan.spectralEnd()) {
                int symbol = source.symbol(table);
                int run = symbol >> 4;
                int size = symbol & 15;
                if (size > 1) {
                    throw new DamagedJpegException("a refinement scan codes more than one bit of a coefficient");
                }
                if (size == 0 && run < 15) {
                    endOfBandRun = (1 << run) + source.number(run);
                    break;
                }
                int added = size == 0
                        ? 0
                        : source.number(1) == 1 ? 1 << scan.approximationLow() : -(1 << scan.approximationLow());
                k = refineUpTo(values, start, k, run);
                if (added != 0) {
                    if (k > scan.spectralEnd()) {
                        throw new DamagedJpegException("a block has more coefficients than its scan");
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

    /** Refines nonzero coefficients, skips a number of zeros, and returns the position of the next zero. */
    private int refineUpTo(short[] values, int start, int from, int zeros) {
        int bit = 1 << scan.approximationLow();
        int left = zeros;
        int k = from;
        for (; k <= scan.spectralEnd(); k++) {
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
