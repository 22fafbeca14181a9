package dev.stoker.nn.weights;

import dev.stoker.core.StokerException;
import dev.stoker.nn.internal.WeightNames;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * The files inside a zip archive whose members are stored, not compressed, as {@code torch.save} writes them. Compressed
 * members are refused, so no archive can unfold into more than its own size. Not {@link java.util.zip.ZipFile}, which
 * gives no positions: a storage of gigabytes is read in place.
 */
final class ZipDirectory {
    private static final int END_SIGNATURE = 0x06054b50;
    private static final int END_BYTES = 22;
    private static final int LONGEST_COMMENT = 0xffff;
    private static final int LOCATOR_SIGNATURE = 0x07064b50;
    private static final int LOCATOR_BYTES = 20;
    private static final int END64_SIGNATURE = 0x06064b50;
    private static final int END64_BYTES = 56;
    private static final int CENTRAL_SIGNATURE = 0x02014b50;
    private static final int CENTRAL_BYTES = 46;
    private static final int LOCAL_SIGNATURE = 0x04034b50;
    private static final int LOCAL_BYTES = 30;
    private static final int ZIP64_EXTRA = 1;
    private static final int ENCRYPTED = 1;
    private static final long IN_ZIP64 = 0xffffffffL;
    private static final int LARGEST_DIRECTORY = 64 << 20;
    private static final int CHUNK = 1 << 20;

    /** One member: where its local header stands, its size and its checksum. */
    record Member(String name, long header, long size, int checksum) {}

    private final FileBytes file;
    private final Map<String, Member> members = new LinkedHashMap<>();

    private ZipDirectory(FileBytes file) {
        this.file = file;
    }

    static ZipDirectory read(FileBytes file) {
        var directory = new ZipDirectory(file);
        var end = directory.end();
        if (end.size < 0 || end.size > LARGEST_DIRECTORY || end.start < 0 || end.start > file.size() - end.size) {
            throw directory.damaged(
                    "its directory claims %d bytes at byte %d of %d".formatted(end.size, end.start, file.size()));
        }
        var central = file.read(end.start, (int) end.size);
        while (central.remaining() >= CENTRAL_BYTES) {
            directory.add(central);
        }
        if (central.hasRemaining() || directory.members.size() != end.count) {
            throw directory.damaged(
                    "its directory lists %d files and announces %d".formatted(directory.members.size(), end.count));
        }
        return directory;
    }

    /** Where the directory stands and how much it lists. */
    private record End(long count, long size, long start) {}

    private End end() {
        int count = (int) Math.min(file.size(), END_BYTES + LONGEST_COMMENT);
        var tail = file.read(file.size() - count, count);
        for (int at = count - END_BYTES; at >= 0; at--) {
            if (tail.getInt(at) == END_SIGNATURE && at + END_BYTES + unsigned(tail.getShort(at + 20)) == count) {
                var small = new End(
                        unsigned(tail.getShort(at + 10)),
                        unsigned(tail.getInt(at + 12)),
                        unsigned(tail.getInt(at + 16)));
                return large(file.size() - count + at, small);
            }
        }
        throw damaged("the end of its directory is missing");
    }

    /** Archives beyond 4 GiB say it again in 64 bits. */
    private End large(long at, End small) {
        if (at < LOCATOR_BYTES) {
            return small;
        }
        var locator = file.read(at - LOCATOR_BYTES, LOCATOR_BYTES);
        if (locator.getInt(0) != LOCATOR_SIGNATURE) {
            return small;
        }
        var end = file.read(locator.getLong(8), END64_BYTES);
        if (end.getInt(0) != END64_SIGNATURE) {
            throw damaged("the end of its 64-bit directory is missing");
        }
        return new End(end.getLong(32), end.getLong(40), end.getLong(48));
    }

    private void add(ByteBuffer central) {
        int at = central.position();
        int nameLength = unsigned(central.getShort(at + 28));
        int extraLength = unsigned(central.getShort(at + 30));
        int length = CENTRAL_BYTES + nameLength + extraLength + unsigned(central.getShort(at + 32));
        if (central.getInt(at) != CENTRAL_SIGNATURE || length > central.remaining()) {
            throw damaged("its directory is no list of files at byte %d".formatted(at));
        }
        var name = text(central.slice(at + CENTRAL_BYTES, nameLength));
        var extra = central.slice(at + CENTRAL_BYTES + nameLength, extraLength).order(ByteOrder.LITTLE_ENDIAN);
        requirePlain(name, central.getShort(at + 8), central.getShort(at + 10));
        var member = member(
                name,
                unsigned(central.getInt(at + 24)),
                unsigned(central.getInt(at + 20)),
                unsigned(central.getInt(at + 42)),
                central.getInt(at + 16),
                extra);
        if (members.put(name, member) != null) {
            throw damaged("it holds %s twice".formatted(WeightNames.shown(name)));
        }
        central.position(at + length);
    }

    private void requirePlain(String name, int flags, int method) {
        if (method != 0 || (flags & ENCRYPTED) != 0) {
            throw new StokerException("%s holds %s compressed or encrypted, which torch.save never does; %s"
                    .formatted(file.path(), WeightNames.shown(name), TorchFile.REMEDY));
        }
    }

    /** Numbers that do not fit into 32 bits stand in the extra field, in the order of these arguments. */
    private Member member(String name, long size, long packed, long header, int checksum, ByteBuffer extra) {
        var wide = wide(extra);
        long realSize = size == IN_ZIP64 ? next(name, wide) : size;
        long realPacked = packed == IN_ZIP64 ? next(name, wide) : packed;
        long realHeader = header == IN_ZIP64 ? next(name, wide) : header;
        if (realSize != realPacked || realSize < 0 || realSize > file.size()) {
            throw damaged("%s claims %d bytes, stored as %d".formatted(WeightNames.shown(name), realSize, realPacked));
        }
        return new Member(name, realHeader, realSize, checksum);
    }

    private static ByteBuffer wide(ByteBuffer extra) {
        while (extra.remaining() >= 4) {
            int kind = unsigned(extra.getShort());
            int length = Math.min(unsigned(extra.getShort()), extra.remaining());
            if (kind == ZIP64_EXTRA) {
                return extra.slice(extra.position(), length).order(ByteOrder.LITTLE_ENDIAN);
            }
            extra.position(extra.position() + length);
        }
        return ByteBuffer.allocate(0);
    }

    private long next(String name, ByteBuffer wide) {
        if (wide.remaining() < Long.BYTES) {
            throw damaged("the size of %s is missing".formatted(WeightNames.shown(name)));
        }
        return wide.getLong();
    }

    Map<String, Member> members() {
        return members;
    }

    /** Where the content of a member starts; its local header must agree with the directory. */
    long start(Member member) {
        var local = file.read(member.header, LOCAL_BYTES);
        int nameLength = unsigned(local.getShort(26));
        long start = member.header + LOCAL_BYTES + nameLength + unsigned(local.getShort(28));
        if (local.getInt(0) != LOCAL_SIGNATURE || start > file.size() - member.size) {
            throw damaged("%s is not where the directory says, at byte %d"
                    .formatted(WeightNames.shown(member.name), member.header));
        }
        var name = file.read(member.header + LOCAL_BYTES, nameLength);
        if (!text(name).equals(member.name)) {
            throw damaged(
                    "another file than %s stands at byte %d".formatted(WeightNames.shown(member.name), member.header));
        }
        return start;
    }

    /** Reads a member once from end to end and compares its checksum. */
    void verify(Member member) {
        var crc = new CRC32();
        long start = start(member);
        for (long from = 0; from < member.size; from += CHUNK) {
            crc.update(file.read(start + from, (int) Math.min(CHUNK, member.size - from)));
        }
        if ((int) crc.getValue() != member.checksum) {
            throw damaged("%s fails its checksum (stored %08x, computed %08x)"
                    .formatted(WeightNames.shown(member.name), member.checksum, (int) crc.getValue()));
        }
    }

    private StokerException damaged(String what) {
        return new StokerException(
                "%s is cut short or damaged: %s; fetch or save it again".formatted(file.path(), what));
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.UTF_8.decode(bytes).toString();
    }

    private static int unsigned(short value) {
        return Short.toUnsignedInt(value);
    }

    private static long unsigned(int value) {
        return Integer.toUnsignedLong(value);
    }
}
