package dev.stoker.data.example;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Byte strings, as their positions in the payload: nothing is copied. */
final class BytesColumn implements FeatureColumn {
    private MemorySegment source;
    private long[] ranges = new long[8];
    private int count;

    BytesColumn(byte[]... values) {
        var joined = new ByteArrayOutputStream();
        for (byte[] value : values) {
            add(joined.size(), value.length);
            joined.writeBytes(value);
        }
        source = MemorySegment.ofArray(joined.toByteArray());
    }

    MemorySegment at(int position) {
        return source.asSlice(ranges[2 * position], ranges[2 * position + 1]);
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
    public void append(ProtobufReader list, long end) {
        source = list.bytes();
        while (list.position() < end) {
            int tag = list.tag(end);
            if (tag == ProtobufTag.VALUES) {
                long valueEnd = list.contentEnd(end);
                add(list.position(), valueEnd - list.position());
                list.moveTo(valueEnd);
            } else {
                list.skip(tag, end);
            }
        }
    }

    private void add(long offset, long length) {
        if (2 * count == ranges.length) {
            ranges = Arrays.copyOf(ranges, FeatureColumn.larger(ranges.length, 0));
        }
        ranges[2 * count] = offset;
        ranges[2 * count + 1] = length;
        count++;
    }
}
