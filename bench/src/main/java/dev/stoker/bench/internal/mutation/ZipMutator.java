package dev.stoker.bench.internal.mutation;

import dev.stoker.core.random.SeededRandom;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Damages an entry of a zip file and repairs its checksum and sizes, or damages the fields of its headers. */
public record ZipMutator(Mutator content) implements Mutator {
    private static final int LARGEST_HEADER = 46;

    @Override
    public byte[] mutate(byte[] original, byte[] other, SeededRandom random) {
        return switch (random.nextInt(4)) {
            case 0, 1 -> withEntry(original, other, random);
            case 2 -> withField(original, random);
            default -> new ByteMutator().mutate(original, other, random);
        };
    }

    private byte[] withEntry(byte[] original, byte[] other, SeededRandom random) {
        try {
            var entries = entries(original);
            var names = entries.keySet().toArray(new String[0]);
            if (names.length == 0) {
                return original;
            }
            String name = names[random.nextInt(names.length)];
            byte[] replacement = entries(other).getOrDefault(name, new byte[0]);
            entries.put(name, content.mutate(entries.getOrDefault(name, new byte[0]), replacement, random));
            return zip(entries);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** An integer within one of the headers, which all start with the letters PK. */
    private static byte[] withField(byte[] original, SeededRandom random) {
        byte[] bytes = original.clone();
        int from = random.nextInt(bytes.length);
        for (int i = 0; i + 1 < bytes.length; i++) {
            int at = (from + i) % (bytes.length - 1);
            if (bytes[at] == 'P' && bytes[at + 1] == 'K') {
                int field = at + 4 + random.nextInt(LARGEST_HEADER);
                ByteBlocks.put(bytes, field, InterestingValues.integer(random), 1 << random.nextInt(3), false);
                return bytes;
            }
        }
        return bytes;
    }

    private static Map<String, byte[]> entries(byte[] file) throws IOException {
        var entries = new LinkedHashMap<String, byte[]>();
        try (var zip = new ZipInputStream(new ByteArrayInputStream(file))) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                entries.put(entry.getName(), zip.readAllBytes());
            }
        }
        return entries;
    }

    /** Entries without compression, as PyTorch needs them. */
    public static byte[] zip(Map<String, byte[]> entries) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            for (var each : entries.entrySet()) {
                var entry = new ZipEntry(each.getKey());
                var crc = new CRC32();
                crc.update(each.getValue());
                entry.setMethod(ZipEntry.STORED);
                entry.setTime(0);
                entry.setSize(each.getValue().length);
                entry.setCrc(crc.getValue());
                zip.putNextEntry(entry);
                zip.write(each.getValue());
            }
        }
        return bytes.toByteArray();
    }
}
