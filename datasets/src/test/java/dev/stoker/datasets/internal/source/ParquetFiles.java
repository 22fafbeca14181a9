package dev.stoker.datasets.internal.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.lz4.BlockLZ4CompressorOutputStream;
import org.apache.commons.compress.compressors.snappy.SnappyCompressorOutputStream;
import org.apache.commons.compress.compressors.zstandard.ZstdCompressorOutputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Writes Parquet files of rows that are lists of cells: bytes, texts, numbers, lists of these for structs, or null. */
final class ParquetFiles {
    static final String HUGGING_FACE_SCHEMA =
            "message schema { optional group image { optional binary bytes; optional binary path (STRING); } optional"
                    + " int64 label; }";

    private ParquetFiles() {}

    static Path write(
            Path file, String schema, Map<String, String> metadata, CompressionCodecName codec, List<List<?>> rows)
            throws IOException {
        Files.createDirectories(file.getParent());
        Files.deleteIfExists(file);
        var support = new RowSupport(MessageTypeParser.parseMessageType(schema), metadata);
        try (var writer = new Builder(new LocalOutputFile(file), support)
                .withConf(new PlainParquetConfiguration())
                .withCodecFactory(new Packers())
                .withCompressionCodec(codec)
                .withRowGroupSize(2048L)
                .withMinRowCountForPageSizeCheck(2)
                .build()) {
            for (List<?> row : rows) {
                writer.write(row);
            }
        }
        return file;
    }

    private static final class Builder extends ParquetWriter.Builder<List<?>, Builder> {
        private final RowSupport support;

        Builder(OutputFile file, RowSupport support) {
            super(file);
            this.support = support;
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        @SuppressWarnings("deprecation") // abstract, and so needed
        protected WriteSupport<List<?>> getWriteSupport(org.apache.hadoop.conf.Configuration configuration) {
            return support;
        }

        @Override
        protected WriteSupport<List<?>> getWriteSupport(ParquetConfiguration configuration) {
            return support;
        }
    }

    private static final class RowSupport extends WriteSupport<List<?>> {
        private final MessageType schema;
        private final Map<String, String> metadata;

        @SuppressWarnings("NullAway.Init") // the writer sets it before the first row
        private RecordConsumer target;

        RowSupport(MessageType schema, Map<String, String> metadata) {
            this.schema = schema;
            this.metadata = metadata;
        }

        @Override
        @SuppressWarnings("deprecation") // abstract, and so needed
        public WriteContext init(org.apache.hadoop.conf.Configuration configuration) {
            return new WriteContext(schema, metadata);
        }

        @Override
        public WriteContext init(ParquetConfiguration configuration) {
            return new WriteContext(schema, metadata);
        }

        @Override
        public void prepareForWrite(RecordConsumer consumer) {
            target = consumer;
        }

        @Override
        public void write(List<?> row) {
            target.startMessage();
            fields(schema, row);
            target.endMessage();
        }

        private void fields(GroupType group, List<?> cells) {
            for (int i = 0; i < cells.size(); i++) {
                if (cells.get(i) != null) {
                    target.startField(group.getFieldName(i), i);
                    value(group, i, cells.get(i));
                    target.endField(group.getFieldName(i), i);
                }
            }
        }

        private void value(GroupType group, int field, Object cell) {
            switch (cell) {
                case byte[] bytes -> target.addBinary(Binary.fromConstantByteArray(bytes));
                case String text -> target.addBinary(Binary.fromString(text));
                case Long number -> target.addLong(number);
                case Integer number -> target.addInteger(number);
                case Double number -> target.addDouble(number);
                case List<?> struct -> {
                    target.startGroup();
                    fields(group.getType(field).asGroupType(), struct);
                    target.endGroup();
                }
                default -> throw new IllegalArgumentException(cell.toString());
            }
        }
    }

    private record Packers() implements CompressionCodecFactory {
        @Override
        public BytesInputCompressor getCompressor(CompressionCodecName codec) {
            return new BytesInputCompressor() {
                @Override
                @SuppressWarnings("deprecation") // what replaces it needs an allocator
                public BytesInput compress(BytesInput plain) throws IOException {
                    return BytesInput.from(packed(plain.toByteArray(), codec));
                }

                @Override
                public CompressionCodecName getCodecName() {
                    return codec;
                }

                @Override
                public void release() {}
            };
        }

        private static byte[] packed(byte[] plain, CompressionCodecName codec) throws IOException {
            var bytes = new ByteArrayOutputStream();
            try (var stream = switch (codec) {
                case SNAPPY -> new SnappyCompressorOutputStream(bytes, plain.length);
                case GZIP -> new GZIPOutputStream(bytes);
                case ZSTD -> new ZstdCompressorOutputStream(bytes);
                case LZ4_RAW -> new BlockLZ4CompressorOutputStream(bytes);
                default -> bytes;
            }) {
                stream.write(plain);
            }
            return bytes.toByteArray();
        }

        @Override
        public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void release() {}
    }
}
