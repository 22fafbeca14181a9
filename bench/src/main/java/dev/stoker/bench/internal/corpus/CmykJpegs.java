package dev.stoker.bench.internal.corpus;

import dev.stoker.bench.internal.mutation.ByteBlocks;
import java.util.Arrays;

/** JPEGs with four components, made of gray ones: each component repeats the blocks of the gray image. */
public final class CmykJpegs {
    private static final int COMPONENTS = 4;

    private CmykJpegs() {}

    /** The headers of a gray baseline JPEG, changed to four components in four scans of the same data. */
    public static byte[] gray(byte[] file) {
        int frame = segment(file, 0xc0);
        int scan = segment(file, 0xda);
        int end = file.length - 2;
        var scans = new byte[0];
        for (int component = 1; component <= COMPONENTS; component++) {
            byte[] one = Arrays.copyOfRange(file, scan, end);
            one[5] = (byte) component;
            scans = ByteBlocks.replaced(scans, scans.length, scans.length, one);
        }
        byte[] result = ByteBlocks.replaced(file, scan, end, scans);
        byte[] header = Arrays.copyOfRange(file, frame, frame + 10);
        header[3] = (byte) (8 + 3 * COMPONENTS);
        header[9] = COMPONENTS;
        var components = new byte[3 * COMPONENTS];
        for (int i = 0; i < COMPONENTS; i++) {
            components[3 * i] = (byte) (i + 1);
            components[3 * i + 1] = 0x11;
        }
        header = ByteBlocks.replaced(header, header.length, header.length, components);
        return ByteBlocks.replaced(result, frame, frame + 13, header);
    }

    private static int segment(byte[] file, int marker) {
        int at = 2;
        while ((file[at + 1] & 0xff) != marker) {
            at += 2 + ((file[at + 2] & 0xff) << 8 | (file[at + 3] & 0xff));
        }
        return at;
    }
}
