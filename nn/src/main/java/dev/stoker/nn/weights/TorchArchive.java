package dev.stoker.nn.weights;

import dev.stoker.core.StokerException;
import dev.stoker.nn.internal.WeightNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;

/**
 * The zip archive that {@code torch.save} writes, whose members are stored, not compressed. Compressed members are refused,
 * so no archive can expand to more than its own size. Members are read in place, by their position, since a storage may
 * have gigabytes.
 */
final class TorchArchive {
    private static final int CHUNK = 1 << 20;

    /** One member: where its content starts, its size and its checksum. */
    record Member(String name, long start, long size, int checksum) {}

    private final FileBytes file;
    private final Map<String, Member> members = new LinkedHashMap<>();

    private TorchArchive(FileBytes file) {
        this.file = file;
    }

    static TorchArchive read(FileBytes file) {
        var archive = new TorchArchive(file);
        try (var zip = ZipFile.builder()
                .setSeekableByteChannel(new ArchiveDirectoryChannel(file))
                .setCharset(StandardCharsets.UTF_8)
                .setUseUnicodeExtraFields(false)
                .get()) {
            Collections.list(zip.getEntriesInPhysicalOrder()).forEach(archive::add);
        } catch (StokerException failure) {
            throw failure;
        } catch (IOException | RuntimeException failure) {
            throw file.damaged(reason(failure));
        }
        return archive;
    }

    /** The library's message, except for the one that a truncated file causes. */
    private static String reason(Throwable failure) {
        var cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = String.valueOf(cause.getMessage());
        return message.contains("not a ZIP archive")
                ? "the end of its directory is missing"
                : "its directory cannot be read (%s)".formatted(WeightNames.shown(message));
    }

    private void add(ZipArchiveEntry entry) {
        String name = entry.getName();
        if (entry.getMethod() != ZipArchiveEntry.STORED
                || entry.getGeneralPurposeBit().usesEncryption()) {
            throw new StokerException("%s holds %s compressed or encrypted, which torch.save never does; %s"
                    .formatted(file.path(), WeightNames.shown(name), TorchFile.REMEDY));
        }
        long size = entry.getSize();
        long start = entry.getDataOffset();
        if (size != entry.getCompressedSize() || size < 0 || start < 0 || start > file.size() - size) {
            throw file.damaged("%s claims %d bytes at byte %d, stored as %d"
                    .formatted(WeightNames.shown(name), size, start, entry.getCompressedSize()));
        }
        if (members.put(name, new Member(name, start, size, (int) entry.getCrc())) != null) {
            throw file.damaged("it holds %s twice".formatted(WeightNames.shown(name)));
        }
    }

    Map<String, Member> members() {
        return members;
    }

    /** Reads a member once from end to end and compares its checksum. */
    void verify(Member member) {
        var crc = new CRC32();
        for (long from = 0; from < member.size; from += CHUNK) {
            crc.update(file.read(member.start + from, (int) Math.min(CHUNK, member.size - from)));
        }
        if ((int) crc.getValue() != member.checksum) {
            throw file.damaged("%s fails its checksum (stored %08x, computed %08x)"
                    .formatted(WeightNames.shown(member.name), member.checksum, (int) crc.getValue()));
        }
    }
}
