package dev.stoker.datasets.internal.tar;

import dev.stoker.core.StokerException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;

/** What an extended header of POSIX says of the next file. */
record PaxRecords(Optional<String> path, Optional<Long> size) {
    private static final int LONGEST_NUMBER = 18;

    /** Each record is its length in digits, a blank, a key, "=", a value and a line break. */
    static PaxRecords parse(byte[] bytes, Supplier<StokerException> bad) {
        Optional<String> path = Optional.empty();
        Optional<Long> size = Optional.empty();
        int at = 0;
        while (at < bytes.length && bytes[at] != 0) {
            int blank = find(bytes, at, (byte) ' ').orElseThrow(bad);
            long length = number(bytes, at, blank).orElseThrow(bad);
            if (length < blank - at + 3 || length > bytes.length - at) {
                throw bad.get();
            }
            int end = at + (int) length - 1;
            int equals =
                    find(bytes, blank, (byte) '=').filter(found -> found < end).orElseThrow(bad);
            String key = text(bytes, blank + 1, equals);
            if (key.equals("path")) {
                path = Optional.of(text(bytes, equals + 1, end));
            } else if (key.equals("size")) {
                size = Optional.of(number(bytes, equals + 1, end).orElseThrow(bad));
            }
            at = end + 1;
        }
        return new PaxRecords(path, size);
    }

    private static Optional<Integer> find(byte[] bytes, int from, byte wanted) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == wanted) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    private static Optional<Long> number(byte[] bytes, int from, int to) {
        String text = text(bytes, from, to);
        boolean digits = !text.isEmpty()
                && text.length() <= LONGEST_NUMBER
                && text.chars().allMatch(letter -> letter >= '0' && letter <= '9');
        return digits ? Optional.of(Long.parseLong(text)) : Optional.empty();
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
}
