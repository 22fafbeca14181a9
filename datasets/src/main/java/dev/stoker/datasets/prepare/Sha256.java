package dev.stoker.datasets.prepare;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Stream;

/** SHA-256 sums as hexadecimal text. */
final class Sha256 {
    private Sha256() {}

    static String of(Path file) {
        try (var input = new DigestInputStream(Files.newInputStream(file), digest())) {
            input.transferTo(OutputStream.nullOutputStream());
            return text(input.getMessageDigest());
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }

    /** Of texts that hold no zero character. */
    static String of(Stream<String> texts) {
        var digest = digest();
        texts.forEach(text -> {
            digest.update(text.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
        });
        return text(digest);
    }

    private static String text(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
