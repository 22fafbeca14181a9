package dev.stoker.datasets.internal.parquet;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.compressors.lz4.BlockLZ4CompressorInputStream;
import org.apache.commons.compress.compressors.snappy.SnappyCompressorInputStream;
import org.apache.commons.compress.compressors.zstandard.ZstdCompressorInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Unpacks the pages of a file with streams of commons-compress and the JDK: the codecs of the library need Hadoop's classes. */
record PageCodecs(Path file) implements CompressionCodecFactory {
    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
        throw new UnsupportedOperationException("files are only read");
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
        return switch (codec) {
            case UNCOMPRESSED -> new Unpacker(input -> input);
            case SNAPPY -> new Unpacker(SnappyCompressorInputStream::new);
            case GZIP -> new Unpacker(GZIPInputStream::new);
            case ZSTD -> new Unpacker(ZstdCompressorInputStream::new);
            case LZ4_RAW -> new Unpacker(BlockLZ4CompressorInputStream::new);
            case LZO, BROTLI, LZ4 ->
                throw new StokerException(
                        "%s is compressed with %s, which is not read; write it with snappy, gzip, zstd or no compression"
                                .formatted(file, codec));
        };
    }

    @Override
    public void release() {}

    /** Opens a stream over packed bytes. */
    private interface Opener {
        InputStream open(InputStream packed) throws IOException;
    }

    private record Unpacker(Opener opener) implements BytesInputDecompressor {
        @Override
        public BytesInput decompress(BytesInput packed, int size) throws IOException {
            return BytesInput.from(unpacked(packed.toInputStream(), size));
        }

        @Override
        public void decompress(ByteBuffer packed, int packedSize, ByteBuffer into, int size) throws IOException {
            into.put(unpacked(BytesInput.from(packed).toInputStream(), size));
        }

        private byte[] unpacked(InputStream packed, int size) throws IOException {
            try (var stream = opener.open(packed)) {
                byte[] bytes = stream.readNBytes(size);
                if (bytes.length < size) {
                    throw new IOException("a page of %d bytes has only %d".formatted(size, bytes.length));
                }
                return bytes;
            }
        }

        @Override
        public void release() {}
    }
}
