package dev.stoker.nn.weights;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * The checksums of a safetensors file, kept in its metadata, which other readers ignore: a CRC-32C of each tensor and one of
 * the header, computed with its own eight digits set to zeros. They are the first two keys, so that their places are known
 * before the header is parsed; that there are two tells a file without checksums from one whose key is damaged.
 */
record SafetensorsChecksums(Map<String, String> tensors) {
    private static final String HEADER = "crc32c_header";
    private static final String TENSORS = "crc32c";
    private static final String NONE = "00000000";
    private static final String BEGINNING = "{\"%s\":{\"%s\":\"".formatted(SafetensorsFile.METADATA, HEADER);
    private static final int TENSORS_AT =
            "%s%s\",\"%s\":\"".formatted(BEGINNING, NONE, TENSORS).length();

    /** The keys, which are no metadata of a caller. */
    static final Set<String> KEYS = Set.of(HEADER, TENSORS);

    /** The first keys of the metadata, with zeros for the checksums of so many tensors. */
    static Map<String, String> unknown(int tensors) {
        var keys = new LinkedHashMap<String, String>();
        keys.put(HEADER, NONE);
        keys.put(TENSORS, Stream.generate(() -> NONE).limit(tensors).collect(Collectors.joining(",")));
        return keys;
    }

    /** Fills in the checksum of a tensor. */
    static void put(byte[] header, int tensor, CRC32C checksum) {
        put(header, digits(checksum), TENSORS_AT + tensor * (NONE.length() + 1));
    }

    /** Fills in the checksum of the header, when everything else is in it. */
    static void seal(byte[] header) {
        put(header, ofHeader(header), BEGINNING.length());
    }

    private static void put(byte[] header, String digits, int at) {
        System.arraycopy(digits.getBytes(StandardCharsets.US_ASCII), 0, header, at, NONE.length());
    }

    /** Refuses a header that is not as it was written; one without a checksum is from elsewhere. */
    static void verify(FileBytes file, byte[] header) {
        if (header.length < TENSORS_AT || !startsWith(header, BEGINNING)) {
            return;
        }
        String stored = new String(header, BEGINNING.length(), NONE.length(), StandardCharsets.ISO_8859_1);
        String computed = ofHeader(header);
        if (!stored.equals(computed)) {
            throw file.damaged("its header, %d bytes at byte %d, fails its checksum (stored %s, computed %s)"
                    .formatted(header.length, Long.BYTES, shown(stored), computed));
        }
    }

    /** The checksums of these tensors, in the order of the header; empty where the file has none. */
    static Optional<SafetensorsChecksums> of(
            FileBytes file, byte[] header, Map<String, String> metadata, SequencedSet<String> names) {
        if (!metadata.containsKey(HEADER) && !metadata.containsKey(TENSORS)) {
            return Optional.empty();
        }
        String stored = metadata.getOrDefault(TENSORS, "?");
        String[] each = stored.isEmpty() ? new String[0] : stored.split(",", -1);
        if (!startsWith(header, BEGINNING)
                || each.length != names.size()
                || !Arrays.stream(each).allMatch(SafetensorsChecksums::isChecksum)) {
            throw file.damaged(
                    "%s of its metadata is not a checksum for each of its %d tensors; a program that rewrites the file must leave out %s and %s"
                            .formatted(TENSORS, names.size(), TENSORS, HEADER));
        }
        var tensors = new LinkedHashMap<String, String>();
        names.forEach(name -> tensors.put(name, each[tensors.size()]));
        return Optional.of(new SafetensorsChecksums(tensors));
    }

    private static boolean isChecksum(String text) {
        return text.matches("[0-9a-f]{8}");
    }

    /** Refuses the content of a tensor, found at a position of the file, that is not as it was written. */
    void verify(FileBytes file, String name, long position, long size, CRC32C checksum) {
        String stored = tensors.get(name);
        String computed = digits(checksum);
        if (!computed.equals(stored)) {
            throw file.damaged("tensor %s, %d bytes at byte %d, fails its checksum (stored %s, computed %s)"
                    .formatted(name, size, position, stored, computed));
        }
    }

    private static String ofHeader(byte[] header) {
        var checksum = new CRC32C();
        checksum.update(header, 0, BEGINNING.length());
        checksum.update(NONE.getBytes(StandardCharsets.US_ASCII));
        int rest = BEGINNING.length() + NONE.length();
        checksum.update(header, rest, header.length - rest);
        return digits(checksum);
    }

    private static String digits(CRC32C checksum) {
        return "%08x".formatted(checksum.getValue());
    }

    private static String shown(String stored) {
        return isChecksum(stored) ? stored : "no checksum";
    }

    private static boolean startsWith(byte[] header, String beginning) {
        return header.length >= beginning.length()
                && beginning.equals(new String(header, 0, beginning.length(), StandardCharsets.ISO_8859_1));
    }
}
