package dev.stoker.datasets.internal.parquet;

import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;

/** The library wants somewhere to put values, though they are taken from its columns directly. */
final class IgnoredValues extends GroupConverter {
    @Override
    public Converter getConverter(int field) {
        return new Ignored();
    }

    @Override
    public void start() {}

    @Override
    public void end() {}

    private static final class Ignored extends PrimitiveConverter {
        @Override
        public GroupConverter asGroupConverter() {
            return new IgnoredValues();
        }

        @Override
        public void addBinary(Binary value) {}
    }
}
