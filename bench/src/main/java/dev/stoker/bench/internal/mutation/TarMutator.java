package dev.stoker.bench.internal.mutation;

import dev.stoker.core.random.SeededRandom;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Damages fields of the headers of a tar file and repairs their checksums. */
public final class TarMutator implements Mutator {
    private static final int BLOCK = 512;
    private static final int CHECKSUM = 148;
    private static final int CHECKSUM_END = 156;
    private static final int TYPE = 156;

    /** Where fields start: name, mode, size, time, type, name of a link, magic, prefix. */
    private static final int[] FIELDS = {0, 100, 124, 136, 156, 157, 257, 345};

    private static final List<String> TEXTS = List.of(
            "../x",
            "/etc/x",
            "a/../../x",
            "",
            ".",
            "..",
            "00000000000",
            "77777777777",
            "-0000000001",
            "99999999999",
            "\u0000",
            "C:\\x",
            "././@LongLink",
            "x/y",
            "\u00ff\u00ff");

    @Override
    public byte[] mutate(byte[] original, byte[] other, SeededRandom random) {
        byte[] bytes = original.clone();
        int blocks = bytes.length / BLOCK;
        if (blocks == 0) {
            return bytes;
        }
        int header = header(bytes, random.nextInt(blocks) * BLOCK);
        if (random.nextInt(4) == 0) {
            bytes[header + TYPE] = (byte) "0123456LKxgS".charAt(random.nextInt(12));
        } else {
            byte[] text = TEXTS.get(random.nextInt(TEXTS.size())).getBytes(StandardCharsets.ISO_8859_1);
            System.arraycopy(text, 0, bytes, header + FIELDS[random.nextInt(FIELDS.length)], text.length);
        }
        repair(bytes, header);
        return bytes;
    }

    /** The last header before a block. */
    private static int header(byte[] bytes, int block) {
        int at = block;
        while (at > 0 && !(bytes[at + 257] == 'u' && bytes[at + 258] == 's')) {
            at -= BLOCK;
        }
        return at;
    }

    private static void repair(byte[] bytes, int header) {
        int sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            sum += i >= CHECKSUM && i < CHECKSUM_END ? ' ' : bytes[header + i] & 0xff;
        }
        byte[] text = String.format(Locale.ROOT, "%06o\0 ", sum).getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(text, 0, bytes, header + CHECKSUM, text.length);
    }
}
