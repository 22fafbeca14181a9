package dev.stoker.nn.weights;

import dev.stoker.core.DataType;
import dev.stoker.core.StokerException;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * Reads an untrusted safetensors file: everything its header claims is checked before it is used, and its checksums are
 * compared where it has them.
 */
public final class SafetensorsFile implements WeightFile {
    static final String METADATA = "__metadata__";

    private static final long LARGEST_HEADER = 16 << 20;

    /** What the header says of one tensor; offsets count from the end of the header. */
    record Entry(DataType type, long[] sizes, long begin, long end) {
        long bytes() {
            return end - begin;
        }

        TensorInfo info() {
            return new TensorInfo(type, Arrays.stream(sizes).boxed().toList());
        }
    }

    private final FileBytes bytes;
    private final long dataStart;
    private final SafetensorsHeader header;
    private final Optional<SafetensorsChecksums> checksums;

    private SafetensorsFile(
            FileBytes bytes, long dataStart, SafetensorsHeader header, Optional<SafetensorsChecksums> checksums) {
        this.bytes = bytes;
        this.dataStart = dataStart;
        this.header = header;
        this.checksums = checksums;
    }

    public static SafetensorsFile open(Path path) {
        return FileBytes.open(path, SafetensorsFile::read);
    }

    static SafetensorsFile read(FileBytes bytes) {
        long length = bytes.read(0, Long.BYTES).getLong(0);
        if (length < 2 || length > LARGEST_HEADER || length > bytes.size() - Long.BYTES) {
            throw bytes.notSafetensors("its header claims %d bytes, the file has %d and at most %d are accepted"
                    .formatted(length, bytes.size(), LARGEST_HEADER));
        }
        byte[] text = bytes.read(Long.BYTES, (int) length).array();
        long dataStart = Long.BYTES + length;
        SafetensorsChecksums.verify(bytes, text);
        var header = SafetensorsHeader.parse(bytes, text, bytes.size() - dataStart);
        var checksums = SafetensorsChecksums.of(
                bytes, text, header.metadata(), header.entries().sequencedKeySet());
        header.metadata().keySet().removeAll(SafetensorsChecksums.KEYS);
        return new SafetensorsFile(bytes, dataStart, header, checksums);
    }

    @Override
    public Path path() {
        return bytes.path();
    }

    /** Without the checksums. */
    public Map<String, String> metadata() {
        return Collections.unmodifiableMap(header.metadata());
    }

    public Set<String> names() {
        return Collections.unmodifiableSet(header.entries().keySet());
    }

    @Override
    public Map<String, TensorInfo> tensors() {
        var tensors = new LinkedHashMap<String, TensorInfo>();
        header.entries().forEach((name, entry) -> tensors.put(name, entry.info()));
        return tensors;
    }

    /** Copies the tensors of these names into the targets; names, types and sizes must all agree. */
    public void copyInto(Map<String, Tensor> targets) {
        targets.forEach((name, target) -> {
            var entry = entry(name);
            require(entry.type == target.type(), name, entry, target);
            copy(name, target);
        });
    }

    @Override
    public void copy(String name, Tensor target) {
        var entry = entry(name);
        require(Arrays.equals(entry.sizes, target.sizes()), name, entry, target);
        try (var arena = Arena.ofConfined();
                var _ = Gradients.off();
                var _ = TensorScope.open("reading " + path().getFileName())) {
            var data = arena.allocate(Math.max(1, entry.bytes()), 64);
            var checksum = new CRC32C();
            bytes.fill(data.asSlice(0, entry.bytes()), dataStart + entry.begin, checksum::update);
            compare(name, entry, checksum);
            target.copyFrom(Tensor.view(data, entry.type, entry.sizes));
        }
    }

    /** Reads the file from end to end and compares the checksum of each tensor, where it has them. */
    public void verify() {
        if (checksums.isEmpty()) {
            return;
        }
        try (var arena = Arena.ofConfined()) {
            var piece = arena.allocate(FileBytes.CHUNK, 64);
            header.entries().forEach((name, entry) -> {
                var checksum = new CRC32C();
                for (long from = entry.begin; from < entry.end; from += FileBytes.CHUNK) {
                    var part = piece.asSlice(0, Math.min(FileBytes.CHUNK, entry.end - from));
                    bytes.fill(part, dataStart + from, checksum::update);
                }
                compare(name, entry, checksum);
            });
        }
    }

    private void compare(String name, Entry entry, CRC32C checksum) {
        checksums.ifPresent(stored -> stored.verify(bytes, name, dataStart + entry.begin, entry.bytes(), checksum));
    }

    private Entry entry(String name) {
        var entry = header.entries().get(name);
        if (entry == null) {
            throw new StokerException("%s has no tensor %s: it belongs to another model".formatted(path(), name));
        }
        return entry;
    }

    private void require(boolean holds, String name, Entry entry, Tensor target) {
        if (!holds) {
            throw new StokerException("%s: tensor %s is %s, expected %s %s: it belongs to another model"
                    .formatted(path(), name, entry.info(), target.type(), Arrays.toString(target.sizes())));
        }
    }

    @Override
    public void close() {
        bytes.close();
    }
}
