package dev.stoker.data.example;

/** Numbers, which a list holds packed or one by one. */
abstract sealed class NumberColumn implements FeatureColumn permits Int64Column, FloatColumn {
    private final int oneTag;
    private int count;

    NumberColumn(int oneTag, int count) {
        this.oneTag = oneTag;
        this.count = count;
    }

    @Override
    public final int count() {
        return count;
    }

    @Override
    public final void clear() {
        count = 0;
    }

    @Override
    public final void append(ProtobufReader list, long end) {
        while (list.position() < end) {
            int tag = list.tag(end);
            if (tag == ProtobufTag.VALUES) {
                appendPacked(list, list.contentEnd(end));
            } else if (tag == oneTag) {
                appendOne(list, end);
            } else {
                list.skip(tag, end);
            }
        }
    }

    /** Makes room for more values and returns the index of the first. */
    final int added(int more) {
        int first = count;
        reserve(Math.addExact(count, more));
        count += more;
        return first;
    }

    abstract void reserve(int needed);

    abstract void appendOne(ProtobufReader list, long end);

    abstract void appendPacked(ProtobufReader list, long end);
}
