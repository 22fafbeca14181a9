package dev.stoker.datasets.catalog;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/** The checksum of a file. */
public record Checksum(Algorithm algorithm, String digits) {
    /** How it is computed. Many datasets were published with MD5, which still detects a corrupt file. */
    public enum Algorithm {
        MD5("MD5", 32),
        SHA256("SHA-256", 64);

        private final String standardName;
        private final int digits;

        Algorithm(String standardName, int digits) {
            this.standardName = standardName;
            this.digits = digits;
        }

        /** The key in a catalog. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }

        public MessageDigest digest() {
            try {
                return MessageDigest.getInstance(standardName);
            } catch (NoSuchAlgorithmException failure) {
                throw new IllegalStateException("every JDK has " + standardName, failure);
            }
        }

        /** The checksum of the bytes that the digest has read; the digest is reset. */
        public Checksum of(MessageDigest digest) {
            return new Checksum(this, HexFormat.of().formatHex(digest.digest()));
        }
    }

    private static final Pattern HEXADECIMAL = Pattern.compile("[0-9a-f]*");

    public Checksum {
        digits = digits.toLowerCase(Locale.ROOT);
        if (digits.length() != algorithm.digits || !HEXADECIMAL.matcher(digits).matches()) {
            throw new IllegalArgumentException(
                    "%s needs %d hexadecimal digits, got '%s'".formatted(algorithm.key(), algorithm.digits, digits));
        }
    }

    @Override
    public String toString() {
        return algorithm.key() + " " + digits;
    }
}
