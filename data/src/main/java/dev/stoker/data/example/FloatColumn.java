package dev.stoker.data.example;

import java.util.Arrays;

/** Numbers of single precision. */
final class FloatColumn implements Column {
    private float[] values;
    private int count;

    FloatColumn(float... values) {
        this.values = values.clone();
        count = values.length;
    }

    float at(int position) {
        return values[position];
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public void clear() {
        count = 0;
    }

    @Override
    public void append(WireReader list, long end) {
        while (list.position() < end) {
            int tag = list.tag(end);
            if (tag == WireTag.VALUES) {
                appendPacked(list, list.contentEnd(end));
            } else if (tag == WireTag.ONE_FLOAT) {
                reserve(1);
                values[count++] = list.fixed32(end);
            } else {
                list.skip(tag, end);
            }
        }
    }

    private void appendPacked(WireReader list, long end) {
        long bytes = end - list.position();
        if (bytes % Float.BYTES != 0) {
            throw list.malformed(list.position(), "%d bytes are no list of floats".formatted(bytes));
        }
        int added = (int) (bytes / Float.BYTES);
        reserve(added);
        list.copyFloats(values, count, added);
        count += added;
    }

    private void reserve(int added) {
        if (count + added > values.length) {
            values = Arrays.copyOf(values, Column.larger(values.length, count + (long) added));
        }
    }
}
