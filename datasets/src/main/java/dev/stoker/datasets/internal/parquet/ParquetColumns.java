package dev.stoker.datasets.internal.parquet;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/**
 * The columns of image and label. An image is a column of bytes, or the field {@code bytes} of a column, as Hugging Face
 * writes it.
 */
record ParquetColumns(ColumnDescriptor image, ColumnDescriptor label) {
    private static final List<String> IMAGES = List.of("image", "img");
    private static final List<String> LABELS = List.of("label", "labels", "class", "target");
    private static final String BYTES = "bytes";

    static ParquetColumns in(Path file, MessageType schema, Optional<String> image, Optional<String> label) {
        var images = found(file, schema, "image", image, IMAGES);
        var labels = found(file, schema, "label", label, LABELS);
        return new ParquetColumns(bytes(file, schema, images), value(file, schema, labels));
    }

    private static Type found(
            Path file, MessageType schema, String what, Optional<String> given, List<String> defaults) {
        var names = schema.getFields().stream().map(Type::getName).toList();
        var candidates = given.map(List::of).orElse(defaults);
        String key = what + "-feature";
        return candidates.stream()
                .filter(names::contains)
                .findFirst()
                .map(schema::getType)
                .orElseThrow(() -> new StokerException("%s has no %s column %s%s; name it with %s (columns: %s)"
                                .formatted(
                                        file,
                                        what,
                                        String.join(" or ", candidates),
                                        given.map(name -> NameSuggestion.didYouMean(name, names))
                                                .orElse(""),
                                        key,
                                        listed(schema)))
                        .about(key));
    }

    private static ColumnDescriptor bytes(Path file, MessageType schema, Type column) {
        var path = column.isPrimitive() ? new String[] {column.getName()} : new String[] {column.getName(), BYTES};
        return plain(schema, path)
                .filter(found -> kind(found) == PrimitiveTypeName.BINARY)
                .orElseThrow(() -> new StokerException(
                                "%s: the column %s is %s, but an image is bytes, or a struct with a field bytes; name another one with image-feature (columns: %s)"
                                        .formatted(file, column.getName(), type(column), listed(schema)))
                        .about("image-feature"));
    }

    private static ColumnDescriptor value(Path file, MessageType schema, Type column) {
        return plain(schema, column.getName())
                .filter(found -> switch (kind(found)) {
                    case INT32, INT64, BINARY -> true;
                    case BOOLEAN, FLOAT, DOUBLE, INT96, FIXED_LEN_BYTE_ARRAY -> false;
                })
                .orElseThrow(() -> new StokerException(
                                "%s: the column %s is %s, but a label is one integer or one text per image; name another one with label-feature (columns: %s)"
                                        .formatted(file, column.getName(), type(column), listed(schema)))
                        .about("label-feature"));
    }

    /** A column with at most one value per row. */
    private static Optional<ColumnDescriptor> plain(MessageType schema, String... path) {
        return schema.containsPath(path)
                ? Optional.of(schema.getColumnDescription(path)).filter(found -> found.getMaxRepetitionLevel() == 0)
                : Optional.empty();
    }

    private static PrimitiveTypeName kind(ColumnDescriptor column) {
        return column.getPrimitiveType().getPrimitiveTypeName();
    }

    private static String listed(MessageType schema) {
        return schema.getFields().stream()
                .map(field -> "%s (%s)".formatted(field.getName(), type(field)))
                .collect(Collectors.joining(", "));
    }

    private static String type(Type column) {
        if (!column.isPrimitive()) {
            return column.isRepetition(Type.Repetition.REPEATED)
                            || column.asGroupType().getFields().stream()
                                    .anyMatch(field -> field.isRepetition(Type.Repetition.REPEATED))
                    ? "a list"
                    : "a struct";
        }
        return switch (column.asPrimitiveType().getPrimitiveTypeName()) {
            case INT32, INT64, INT96 -> "integers";
            case FLOAT, DOUBLE -> "floats";
            case BOOLEAN -> "booleans";
            case BINARY, FIXED_LEN_BYTE_ARRAY -> column.getLogicalTypeAnnotation() == null ? "bytes" : "text";
        };
    }
}
