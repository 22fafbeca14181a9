package dev.stoker.data.example;

import dev.stoker.core.io.ProtobufWriter;

/** The tags of protocol buffers: the number of a field and how its value is encoded. */
final class ProtobufTag {
    static final int VARINT = ProtobufWriter.VARINT;
    static final int FIXED64 = ProtobufWriter.FIXED64;
    static final int DELIMITED = ProtobufWriter.DELIMITED;
    static final int FIXED32 = ProtobufWriter.FIXED32;

    /** Example.features. */
    static final int FEATURES = delimited(1);

    /** An entry of the map Features.feature, its key and its value. */
    static final int ENTRY = delimited(1);

    static final int KEY = delimited(1);
    static final int VALUE = delimited(2);

    /** The values of a list: byte strings, or packed numbers. */
    static final int VALUES = delimited(1);

    /** A single number of a list, unpacked, as old writers and some other languages write it. */
    static final int ONE_INT64 = ProtobufWriter.tag(1, VARINT);

    static final int ONE_FLOAT = ProtobufWriter.tag(1, FIXED32);

    private ProtobufTag() {}

    static int delimited(int field) {
        return ProtobufWriter.tag(field, DELIMITED);
    }

    static int field(int tag) {
        return tag >>> 3;
    }

    static int encoding(int tag) {
        return tag & 7;
    }
}
