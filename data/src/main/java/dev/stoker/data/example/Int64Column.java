package dev.stoker.data.example;

import java.util.Arrays;

/** 64-bit integers. */
final class Int64Column extends NumberColumn {
    private long[] values;

    Int64Column(long... values) {
        super(ProtobufTag.ONE_INT64, values.length);
        this.values = values.clone();
    }

    long at(int position) {
        return values[position];
    }

    @Override
    void appendOne(ProtobufReader list, long end) {
        long value = list.varint(end);
        int position = added(1);
        values[position] = value;
    }

    @Override
    void appendPacked(ProtobufReader list, long end) {
        while (list.position() < end) {
            appendOne(list, end);
        }
    }

    @Override
    void reserve(int needed) {
        if (needed > values.length) {
            values = Arrays.copyOf(values, FeatureColumn.larger(values.length, needed));
        }
    }
}
