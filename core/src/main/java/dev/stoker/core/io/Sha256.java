package dev.stoker.core.io;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 hashes as hexadecimal text. */
public final class Sha256 {
    private Sha256() {}

    /** The hash of a file's content. */
    public static String of(Path file) {
        try (var input = new DigestInputStream(Files.newInputStream(file), digest())) {
            input.transferTo(OutputStream.nullOutputStream());
            return hex(input.getMessageDigest().digest());
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }

    public static String of(byte[] bytes) {
        return hex(digest().digest(bytes));
    }

    /** A new digest, for content that arrives in parts. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK provides SHA-256", impossible);
        }
    }

    /** A hash as lowercase hexadecimal digits. */
    public static String hex(byte[] hash) {
        return HexFormat.of().formatHex(hash);
    }
}
