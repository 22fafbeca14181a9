package dev.stoker.data.example;

/** The values of one feature in the current row. Arrays grow to the longest list and are used again. */
sealed interface FeatureColumn permits NumberColumn, BytesColumn {

    static FeatureColumn of(FeatureKind kind) {
        return switch (kind) {
            case INT64 -> new Int64Column();
            case FLOAT -> new FloatColumn();
            case BYTES -> new BytesColumn();
        };
    }

    static FeatureColumn of(FeatureValues values) {
        return switch (values) {
            case FeatureValues.Int64s(long[] numbers) -> new Int64Column(numbers);
            case FeatureValues.Floats(float[] numbers) -> new FloatColumn(numbers);
            case FeatureValues.ByteStrings(byte[][] strings) -> new BytesColumn(strings);
        };
    }

    int count();

    void clear();

    /** Adds the values of the list at the reader's position. */
    void append(ProtobufReader list, long end);

    static int larger(int capacity, long needed) {
        return (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, capacity * 2L));
    }
}
