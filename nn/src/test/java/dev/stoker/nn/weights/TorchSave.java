package dev.stoker.nn.weights;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes what {@code torch.save} writes, by the description of pickle protocol 2 and with the zip of the JDK. */
final class TorchSave {
    private final Pickle pickle = new Pickle();
    private final Map<String, byte[]> members = new LinkedHashMap<>();
    private int method = ZipEntry.STORED;

    /** A tensor that a test describes. */
    record Described(String kind, String key, long elements, long offset, long[] sizes, long[] strides) {
        static Described of(String kind, String key, long... sizes) {
            var strides = new long[sizes.length];
            long elements = 1;
            for (int i = sizes.length - 1; i >= 0; i--) {
                strides[i] = elements;
                elements *= sizes[i];
            }
            return new Described(kind, key, elements, 0, sizes, strides);
        }
    }

    Pickle pickle() {
        return pickle;
    }

    TorchSave member(String name, byte[] content) {
        members.put(name, content);
        return this;
    }

    TorchSave storage(String key, byte[] content) {
        return member("data/" + key, content);
    }

    TorchSave compressed() {
        method = ZipEntry.DEFLATED;
        return this;
    }

    static byte[] floats(float... values) {
        var bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : values) {
            bytes.putFloat(value);
        }
        return bytes.array();
    }

    byte[] bytes() {
        return zip(pickle.bytes.toByteArray());
    }

    byte[] zip(byte[] data) {
        var all = new LinkedHashMap<String, byte[]>();
        all.put("data.pkl", data);
        all.put("byteorder", "little".getBytes(StandardCharsets.UTF_8));
        all.putAll(members);
        all.put("version", "3\n".getBytes(StandardCharsets.UTF_8));
        var out = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(out)) {
            for (var member : all.entrySet()) {
                zip.putNextEntry(entry("model/" + member.getKey(), member.getValue()));
                zip.write(member.getValue());
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return out.toByteArray();
    }

    private ZipEntry entry(String name, byte[] content) {
        var entry = new ZipEntry(name);
        entry.setMethod(method);
        entry.setTime(0);
        if (method == ZipEntry.STORED) {
            var crc = new CRC32();
            crc.update(content);
            entry.setSize(content.length);
            entry.setCrc(crc.getValue());
        }
        return entry;
    }

    Path write(Path file) throws IOException {
        return Files.write(file, bytes());
    }

    /** Instructions of a pickle, one method each. */
    static final class Pickle {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Pickle() {
            raw(0x80, 2);
        }

        Pickle raw(int... codes) {
            for (int code : codes) {
                bytes.write(code);
            }
            return this;
        }

        private Pickle little(long value, int count) {
            for (int i = 0; i < count; i++) {
                bytes.write((int) (value >> (8 * i)));
            }
            return this;
        }

        Pickle text(String text) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            raw('X').little(utf8.length, 4);
            bytes.writeBytes(utf8);
            return this;
        }

        Pickle whole(long value) {
            if (value >= 0 && value < 256) {
                return raw('K', (int) value);
            }
            if (value == (int) value) {
                return raw('J').little(value, 4);
            }
            return raw(0x8a, 8).little(value, 8);
        }

        Pickle fraction(double value) {
            return raw('G').little(Long.reverseBytes(Double.doubleToLongBits(value)), 8);
        }

        Pickle global(String module, String name) {
            raw('c');
            bytes.writeBytes((module + "\n" + name + "\n").getBytes(StandardCharsets.UTF_8));
            return this;
        }

        Pickle orderedDictionary() {
            return global("collections", "OrderedDict").raw(')', 'R');
        }

        private Pickle tuple(long... values) {
            raw('(');
            for (long value : values) {
                whole(value);
            }
            return raw('t');
        }

        Pickle tensor(Described tensor) {
            global("torch._utils", "_rebuild_tensor_v2").raw('(', '(').text("storage");
            global("torch", tensor.kind + "Storage")
                    .text(tensor.key)
                    .text("cpu")
                    .whole(tensor.elements);
            raw('t', 'Q').whole(tensor.offset);
            return tuple(tensor.sizes)
                    .tuple(tensor.strides)
                    .raw(0x89)
                    .orderedDictionary()
                    .raw('t', 'R');
        }

        /** A state_dict with PyTorch's _metadata after it. */
        Pickle stateDict(Map<String, Described> tensors) {
            orderedDictionary().raw('q', 1, '(');
            tensors.forEach((name, tensor) -> text(name).tensor(tensor));
            return raw('u', '}').text("_metadata").orderedDictionary().raw('s', 'b');
        }

        Pickle end() {
            return raw('.');
        }
    }
}
