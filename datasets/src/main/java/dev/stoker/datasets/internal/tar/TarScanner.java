package dev.stoker.datasets.internal.tar;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.commons.compress.archivers.tar.TarUtils;

/**
 * Reads the headers of a tar one after another: ustar, the long names of GNU tar, and the records of POSIX (pax). Contents are
 * stepped over. A tar that ends within a file or a header is refused with the place, which the library's own reader does not
 * tell.
 */
public final class TarScanner {
    private static final int BLOCK = 512;
    private static final int LARGEST_EXTENSION = 1 << 20;

    private final Path tar;
    private final FileChannel channel;
    private final long size;
    private final ByteBuffer header = ByteBuffer.allocate(BLOCK);
    private long position;
    private Optional<String> longName = Optional.empty();
    private Optional<PaxRecords> pax = Optional.empty();

    private TarScanner(Path tar, FileChannel channel) throws IOException {
        this.tar = tar;
        this.channel = channel;
        size = channel.size();
    }

    /** Passes all regular files of a tar on, in order. */
    public static void scan(Path tar, Consumer<TarMember> members) {
        try (var channel = FileChannel.open(tar, StandardOpenOption.READ)) {
            new TarScanner(tar, channel).scan(members);
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(tar, AtomicFile.reason(failure)), failure);
        }
    }

    private void scan(Consumer<TarMember> members) throws IOException {
        while (position < size && !isEnd()) {
            refuseForeign();
            step(members);
        }
    }

    /** A block of zeros ends a tar. */
    private boolean isEnd() throws IOException {
        read(header, position);
        for (byte each : header.array()) {
            if (each != 0) {
                return false;
            }
        }
        return true;
    }

    private void refuseForeign() {
        byte[] bytes = header.array();
        if ((bytes[0] & 0xff) == 0x1f && (bytes[1] & 0xff) == 0x8b && position == 0) {
            throw new StokerException(
                    "%s is gzipped, which allows no random access; unpack it (gunzip)".formatted(tar));
        }
        if (!isHeader(bytes)) {
            throw new StokerException(
                    "%s: at byte %,d there is no header of a tar; it is damaged, or no tar: get it again"
                            .formatted(tar, position));
        }
    }

    private static boolean isHeader(byte[] bytes) {
        try {
            return TarUtils.verifyCheckSum(bytes);
        } catch (IllegalArgumentException _) {
            return false; // the checksum itself is no number
        }
    }

    private void step(Consumer<TarMember> members) throws IOException {
        long start = position + BLOCK;
        long length = pax.flatMap(PaxRecords::size).orElse(length());
        char kind = (char) header.get(TarHeader.KIND);
        if (length > size - start) {
            throw truncated(name(), start, length);
        }
        switch (kind) {
            case TarHeader.GNU_LONG_NAME ->
                longName = Optional.of(TarHeader.text(extension(start, length), 0, (int) length));
            case TarHeader.PAX -> pax = Optional.of(PaxRecords.parse(extension(start, length), this::badRecords));
            case TarHeader.FILE, TarHeader.OLD_FILE, TarHeader.CONTIGUOUS_FILE -> {
                members.accept(new TarMember(name(), start, length));
                forgetExtensions();
            }
            case TarHeader.GNU_LONG_LINK, TarHeader.PAX_GLOBAL -> {}
            default -> forgetExtensions(); // folders and links
        }
        position = start + Math.ceilDiv(length, BLOCK) * BLOCK;
    }

    private void forgetExtensions() {
        longName = Optional.empty();
        pax = Optional.empty();
    }

    private long length() {
        try {
            long length = TarUtils.parseOctalOrBinary(header.array(), TarHeader.SIZE, TarHeader.SIZE_BYTES);
            if (length >= 0) {
                return length;
            }
        } catch (IllegalArgumentException _) {
            // reported below
        }
        throw new StokerException(
                "%s: the header at byte %,d has no valid size; it is damaged: get it again".formatted(tar, position));
    }

    private String name() {
        return pax.flatMap(PaxRecords::path).or(() -> longName).orElseGet(() -> TarHeader.name(header.array()));
    }

    private byte[] extension(long start, long length) throws IOException {
        if (length > LARGEST_EXTENSION) {
            throw badRecords();
        }
        var bytes = ByteBuffer.allocate((int) length);
        read(bytes, start);
        return bytes.array();
    }

    private StokerException badRecords() {
        return new StokerException("%s: the extended header at byte %,d cannot be read; it is damaged: get it again"
                .formatted(tar, position));
    }

    private void read(ByteBuffer into, long from) throws IOException {
        into.clear();
        while (into.hasRemaining()) {
            if (channel.read(into, from + into.position()) < 0) {
                throw new StokerException(
                        "%s is cut short: it ends at byte %,d, within the header at byte %,d; get it again"
                                .formatted(tar, size, position));
            }
        }
    }

    private StokerException truncated(String name, long start, long length) {
        return new StokerException(
                "%s is cut short: it ends at byte %,d, but %s at byte %,d has %,d bytes; get it again"
                        .formatted(tar, size, name, start, length));
    }
}
