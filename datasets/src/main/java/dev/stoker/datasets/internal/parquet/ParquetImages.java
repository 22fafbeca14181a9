package dev.stoker.datasets.internal.parquet;

import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.data.yaml.YamlReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** The images of a Parquet file with their labels, and the names of the classes where the file has them. */
public final class ParquetImages implements AutoCloseable {
    private static final String HUGGING_FACE = "huggingface";

    private final Path path;
    private final ParquetFileReader file;
    private final ParquetColumns columns;

    private ParquetImages(Path path, ParquetFileReader file, ParquetColumns columns) {
        this.path = path;
        this.file = file;
        this.columns = columns;
    }

    /** Receives a row: an encoded image, and its label as text. */
    public interface Row {
        void accept(byte[] encoded, String label);
    }

    /** Opens a file; the names of the columns are the common ones where they are not given. */
    public static ParquetImages open(Path path, Optional<String> image, Optional<String> label) {
        return guarded(path, () -> {
            var options = ParquetReadOptions.builder(new PlainParquetConfiguration())
                    .withCodecFactory(new PageCodecs(path))
                    .build();
            var file = ParquetFileReader.open(new LocalInputFile(path), options);
            try {
                var columns = ParquetColumns.in(path, file.getFileMetaData().getSchema(), image, label);
                file.setRequestedSchema(List.of(columns.image(), columns.label()));
                return new ParquetImages(path, file, columns);
            } catch (RuntimeException | Error failure) {
                file.close();
                throw failure;
            }
        });
    }

    public long rows() {
        return file.getRecordCount();
    }

    /** The names of the classes that Hugging Face's library has written; empty where there are none. */
    public Optional<List<String>> classes() {
        return Optional.ofNullable(file.getFileMetaData().getKeyValueMetaData().get(HUGGING_FACE))
                .map(text -> YamlReader.parse(text, "%s, its metadata %s".formatted(path, HUGGING_FACE)))
                .flatMap(tree -> field(tree, "info"))
                .flatMap(tree -> field(tree, "features"))
                .flatMap(tree -> field(tree, columns.label().getPath()[0]))
                .flatMap(tree -> field(tree, "names"))
                .flatMap(ParquetImages::texts);
    }

    private static Optional<ConfigNode> field(ConfigNode tree, String name) {
        return tree instanceof ConfigNode.Mapping mapping
                ? Optional.ofNullable(mapping.entries().get(name))
                : Optional.empty();
    }

    private static Optional<List<String>> texts(ConfigNode tree) {
        return tree instanceof ConfigNode.Sequence list
                        && list.items().stream().allMatch(ConfigNode.Scalar.class::isInstance)
                ? Optional.of(list.items().stream()
                        .map(item -> ((ConfigNode.Scalar) item).text())
                        .toList())
                : Optional.empty();
    }

    /** Passes all rows on, in order. One row group is in memory at a time. */
    public void forEach(Row row) {
        guarded(path, () -> {
            long first = 0;
            for (var group = file.readNextRowGroup(); group != null; group = file.readNextRowGroup()) {
                var meta = file.getFileMetaData();
                var values = new ColumnReadStoreImpl(group, new IgnoredValues(), meta.getSchema(), meta.getCreatedBy());
                var image = values.getColumnReader(columns.image());
                var label = values.getColumnReader(columns.label());
                for (long i = 0; i < group.getRowCount(); i++) {
                    row.accept(bytes(image, first + i), text(label, first + i));
                    image.consume();
                    label.consume();
                }
                first += group.getRowCount();
            }
            return path;
        });
    }

    private byte[] bytes(ColumnReader column, long row) {
        if (isMissing(column)) {
            throw new StokerException(
                    "%s, row %,d: there is no image in the column %s, perhaps only the path of one; embed the images in the file"
                            .formatted(path, row, column.getDescriptor().getPath()[0]));
        }
        return bytes(column.getBinary());
    }

    /** A view first: it is checked against the page, where a copy would be made of whatever length a damaged file claims. */
    private static byte[] bytes(Binary value) {
        var view = value.toByteBuffer();
        byte[] bytes = new byte[view.remaining()];
        view.get(bytes);
        return bytes;
    }

    private String text(ColumnReader column, long row) {
        if (isMissing(column)) {
            throw new StokerException("%s, row %,d: there is no label in the column %s; leave such rows out"
                    .formatted(path, row, column.getDescriptor().getPath()[0]));
        }
        var kind = column.getDescriptor().getPrimitiveType().getPrimitiveTypeName();
        if (kind == PrimitiveTypeName.BINARY) {
            return new String(bytes(column.getBinary()), StandardCharsets.UTF_8);
        }
        return Long.toString(kind == PrimitiveTypeName.INT32 ? column.getInteger() : column.getLong());
    }

    private static boolean isMissing(ColumnReader column) {
        return column.getCurrentDefinitionLevel() < column.getDescriptor().getMaxDefinitionLevel();
    }

    private interface Reading<T> {
        T get() throws IOException;
    }

    /** The library throws whatever it meets in a damaged file. */
    private static <T> T guarded(Path path, Reading<T> reading) {
        try {
            return reading.get();
        } catch (StokerException wrong) {
            throw wrong;
        } catch (IOException | RuntimeException failure) {
            throw new StokerException(
                    "%s is no Parquet file, or damaged (%s); get it again".formatted(path, reason(failure)), failure);
        }
    }

    private static String reason(Exception failure) {
        String message = failure.getMessage();
        return message == null
                ? failure.getClass().getSimpleName()
                : message.lines().findFirst().orElse("").strip();
    }

    @Override
    public void close() {
        guarded(path, () -> {
            file.close();
            return path;
        });
    }
}
