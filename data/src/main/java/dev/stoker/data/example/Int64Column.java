package dev.stoker.data.example;

import java.util.Arrays;

/** Whole numbers. */
final class Int64Column implements Column {
    private long[] values;
    private int count;

    Int64Column(long... values) {
        this.values = values.clone();
        count = values.length;
    }

    long at(int position) {
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
            } else if (tag == WireTag.ONE_INT64) {
                add(list.varint(end));
            } else {
                list.skip(tag, end);
            }
        }
    }

    private void appendPacked(WireReader list, long end) {
        while (list.position() < end) {
            add(list.varint(end));
        }
    }

    private void add(long value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, Column.larger(count, count + 1L));
        }
        values[count++] = value;
    }
}
