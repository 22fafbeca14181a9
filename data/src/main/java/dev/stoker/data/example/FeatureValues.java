package dev.stoker.data.example;

/** The values of one feature. */
public sealed interface FeatureValues {
    FeatureKind kind();

    int count();

    static FeatureValues int64(long... values) {
        return new Int64s(values);
    }

    static FeatureValues floats(float... values) {
        return new Floats(values);
    }

    static FeatureValues bytes(byte[]... values) {
        return new ByteStrings(values);
    }

    /** 64-bit integers. */
    record Int64s(long... values) implements FeatureValues {
        @Override
        public FeatureKind kind() {
            return FeatureKind.INT64;
        }

        @Override
        public int count() {
            return values.length;
        }
    }

    /** 32-bit floats. */
    record Floats(float... values) implements FeatureValues {
        @Override
        public FeatureKind kind() {
            return FeatureKind.FLOAT;
        }

        @Override
        public int count() {
            return values.length;
        }
    }

    /** Byte strings: encoded images, texts. */
    record ByteStrings(byte[]... values) implements FeatureValues {
        @Override
        public FeatureKind kind() {
            return FeatureKind.BYTES;
        }

        @Override
        public int count() {
            return values.length;
        }
    }
}
