package dev.stoker.datasets.catalog;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.Sha256;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.regex.Pattern;

/** A hash of the bytes of a file. */
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

        /** The checksum of the bytes that the digest was updated with; the digest is reset. */
        public Checksum of(MessageDigest digest) {
            return new Checksum(this, Sha256.hex(digest.digest()));
        }

        /** The checksum of a file. */
        public Checksum of(Path file) {
            try (var input = new DigestInputStream(Files.newInputStream(file), digest())) {
                input.transferTo(OutputStream.nullOutputStream());
                return of(input.getMessageDigest());
            } catch (IOException failure) {
                throw new StokerException("cannot read %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
            }
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

    /** An error message for a file of this checksum that has another one. */
    public String mismatch(String name, Checksum found) {
        return "%s is corrupt or another version: expected %s, got %s".formatted(name, this, found.digits);
    }

    @Override
    public String toString() {
        return algorithm.key() + " " + digits;
    }
}
