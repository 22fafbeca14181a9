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
import java.util.Set;

/** Reads an untrusted safetensors file: everything its header claims is checked before it is used. */
public final class SafetensorsFile implements WeightFile {
    static final String METADATA = "__metadata__";

    private static final long LARGEST_HEADER = 16 << 20;

    /** What the header says of one tensor; offsets count from the end of the header. */
    record Entry(DataType type, long[] sizes, long begin, long end) {
        TensorInfo info() {
            return new TensorInfo(type, Arrays.stream(sizes).boxed().toList());
        }
    }

    private final FileBytes bytes;
    private final long dataStart;
    private final SafetensorsHeader header;

    private SafetensorsFile(FileBytes bytes, long dataStart, SafetensorsHeader header) {
        this.bytes = bytes;
        this.dataStart = dataStart;
        this.header = header;
    }

    public static SafetensorsFile open(Path path) {
        return FileBytes.open(path, SafetensorsFile::read);
    }

    static SafetensorsFile read(FileBytes bytes) {
        long length = bytes.read(0, Long.BYTES).getLong(0);
        if (length < 2 || length > LARGEST_HEADER || length > bytes.size() - Long.BYTES) {
            throw new StokerException(
                    "%s is not a safetensors file: its header claims %d bytes, the file has %d and at most %d are accepted"
                            .formatted(bytes.path(), length, bytes.size(), LARGEST_HEADER));
        }
        byte[] text = bytes.read(Long.BYTES, (int) length).array();
        long dataStart = Long.BYTES + length;
        return new SafetensorsFile(
                bytes, dataStart, SafetensorsHeader.parse(bytes.path(), text, bytes.size() - dataStart));
    }

    @Override
    public Path path() {
        return bytes.path();
    }

    public Map<String, String> metadata() {
        return header.metadata();
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
            var data = arena.allocate(Math.max(1, entry.end - entry.begin), 64);
            bytes.fill(data.asSlice(0, entry.end - entry.begin), dataStart + entry.begin);
            target.copyFrom(Tensor.view(data, entry.type, entry.sizes));
        }
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
