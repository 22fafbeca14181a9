package dev.stoker.bench.internal.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A tf.train.Example by the description of protocol buffers, independent of the product's reader. */
final class PlainExample {
    /** The number of the list in a feature, and its values: arrays of bytes, floats or longs. */
    record Values(int kind, List<Object> values) {
        static final Values NONE = new Values(0, List.of());
    }

    private final ByteBuffer bytes;
    private final Map<String, Values> features = new HashMap<>();
    private final Set<String> wanted;

    private PlainExample(byte[] example, Set<String> wanted) {
        this.wanted = wanted;
        bytes = ByteBuffer.wrap(example).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The wanted features by name; others may hold anything. Throws any RuntimeException where this is no message. */
    static Map<String, Values> parse(byte[] example, Set<String> wanted) {
        var parsed = new PlainExample(example, wanted);
        parsed.message(example.length, (field, wire, end) -> {
            if (field == 1 && wire == 2) {
                parsed.message(end, parsed::entryOf);
            }
        });
        return parsed.features;
    }

    private interface FieldReader {
        void read(int field, int wire, int end);
    }

    /** Calls the reader with the end of each field's value; continues there whatever was read. */
    private void message(int end, FieldReader reader) {
        while (bytes.position() < end) {
            long tag = varint(end);
            int field = (int) (tag >>> 3);
            int wire = (int) (tag & 7);
            int from = bytes.position();
            long length = switch (wire) {
                case 0 -> {
                    varint(end);
                    yield bytes.position() - from;
                }
                case 1 -> Long.BYTES;
                case 2 -> varint(end);
                case 5 -> Integer.BYTES;
                default -> throw new IllegalArgumentException("wire type " + wire);
            };
            int start = wire == 0 ? from : bytes.position();
            if (length < 0 || length > end - start) {
                throw new IllegalArgumentException("a length of " + length);
            }
            bytes.position(start);
            reader.read(field, wire, start + (int) length);
            bytes.position(start + (int) length);
        }
    }

    private long varint(int end) {
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            if (bytes.position() >= end) {
                throw new IllegalArgumentException("a varint beyond the end");
            }
            byte next = bytes.get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a varint of more than ten bytes");
    }

    private void entryOf(int field, int wire, int end) {
        if (field != 1 || wire != 2) {
            return;
        }
        int start = bytes.position();
        var key = new String[] {""};
        message(end, (inner, innerWire, innerEnd) -> {
            if (inner == 1 && innerWire == 2) {
                key[0] = text(innerEnd);
            }
        });
        if (!wanted.contains(key[0])) {
            return;
        }
        bytes.position(start);
        var lists = new ArrayList<Values>();
        message(end, (inner, innerWire, innerEnd) -> {
            if (inner == 2 && innerWire == 2) {
                message(innerEnd, (kind, listWire, listEnd) -> list(kind, listWire, listEnd, lists));
            }
        });
        features.remove(key[0]);
        if (!lists.isEmpty()) {
            features.put(key[0], lists.getLast());
        }
    }

    private String text(int end) {
        return new String(slice(end), StandardCharsets.UTF_8);
    }

    private byte[] slice(int end) {
        return Arrays.copyOfRange(bytes.array(), bytes.position(), end);
    }

    /** A list of the same kind is added to the one before, one of another kind takes its place. */
    private void list(int kind, int wire, int end, List<Values> lists) {
        if (kind < 1 || kind > 3 || wire != 2) {
            return;
        }
        if (lists.isEmpty() || lists.getLast().kind != kind) {
            lists.add(new Values(kind, new ArrayList<>()));
        }
        var values = lists.getLast().values;
        message(end, (field, valueWire, valueEnd) -> {
            if (field == 1) {
                value(kind, valueWire, valueEnd, values);
            }
        });
    }

    private void value(int kind, int wire, int end, List<Object> values) {
        if (kind == 1 && wire == 2) {
            values.add(slice(end));
        } else if (kind == 2 && (wire == 5 || wire == 2)) {
            while (bytes.position() + Float.BYTES <= end) {
                values.add(bytes.getFloat());
            }
            if (bytes.position() < end) {
                throw new IllegalArgumentException("part of a float");
            }
        } else if (kind == 3 && (wire == 0 || wire == 2)) {
            while (bytes.position() < end) {
                values.add(varint(end));
            }
        }
    }
}
