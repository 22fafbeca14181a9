package dev.stoker.data.example;

/** The tags of protocol buffers: the number of a field and how its value is encoded. */
final class ProtobufTag {
    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int DELIMITED = 2;
    static final int FIXED32 = 5;

    /** Example.features. */
    static final int FEATURES = delimited(1);

    /** An entry of the map Features.feature, its key and its value. */
    static final int ENTRY = delimited(1);

    static final int KEY = delimited(1);
    static final int VALUE = delimited(2);

    /** The values of a list: byte strings, or packed numbers. */
    static final int VALUES = delimited(1);

    /** A single number of a list, as old writers and some other languages have it. */
    static final int ONE_INT64 = 1 << 3 | VARINT;

    static final int ONE_FLOAT = 1 << 3 | FIXED32;

    private ProtobufTag() {}

    static int delimited(int field) {
        return field << 3 | DELIMITED;
    }

    static int field(int tag) {
        return tag >>> 3;
    }

    static int encoding(int tag) {
        return tag & 7;
    }
}
