package dev.stoker.data.example;

import java.util.Arrays;

/** 32-bit floats. */
final class FloatColumn extends NumberColumn {
    private float[] values;

    FloatColumn(float... values) {
        super(ProtobufTag.ONE_FLOAT, values.length);
        this.values = values.clone();
    }

    float at(int position) {
        return values[position];
    }

    @Override
    void appendOne(ProtobufReader list, long end) {
        float value = list.fixed32(end);
        int position = added(1);
        values[position] = value;
    }

    @Override
    void appendPacked(ProtobufReader list, long end) {
        long bytes = end - list.position();
        if (bytes % Float.BYTES != 0) {
            throw list.malformed(list.position(), "%d bytes are not a list of floats".formatted(bytes));
        }
        int more = (int) (bytes / Float.BYTES);
        int first = added(more);
        list.copyFloats(values, first, more);
    }

    @Override
    void reserve(int needed) {
        if (needed > values.length) {
            values = Arrays.copyOf(values, FeatureColumn.larger(values.length, needed));
        }
    }
}
