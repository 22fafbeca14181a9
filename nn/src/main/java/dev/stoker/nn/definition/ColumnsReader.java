package dev.stoker.nn.definition;

import dev.stoker.core.config.ConfigArguments;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.ColumnEncoding;
import dev.stoker.nn.layer.Layer;
import java.util.ArrayList;
import java.util.List;

/** Reads how the columns of a table are encoded. */
final class ColumnsReader {
    private ColumnsReader() {}

    static Layer read(ActivationShape in, ConfigArguments arguments) {
        var columns = new ArrayList<ColumnEncoding>();
        for (var tree : arguments.list("columns").orElse(List.of())) {
            if (!(tree instanceof ConfigNode.Mapping entries)) {
                throw tree.error("a column is a mapping, such as {at: 0} or {at: 1, codes: 5, dimension: 2}");
            }
            columns.add(column(ConfigArguments.of(entries, "column " + columns.size()), columns.size()));
        }
        return new Layer.Columns(arguments.integer("values").orElseGet(() -> Math.toIntExact(in.elements())), columns);
    }

    /** Numeric without codes, one-hot without a dimension, and otherwise an embedding. */
    private static ColumnEncoding column(ConfigArguments arguments, int position) {
        int index = arguments.requiredInteger("at");
        var codes = arguments.integer("codes");
        var dimension = arguments.integer("dimension");
        String name = arguments.text("name").orElse(Integer.toString(position));
        arguments.rejectUnknownKeys();
        if (codes.isEmpty()) {
            return new ColumnEncoding.Numeric(index);
        }
        return dimension.isEmpty()
                ? new ColumnEncoding.OneHot(index, codes.getAsInt())
                : new ColumnEncoding.Embedding(name, index, codes.getAsInt(), dimension.getAsInt());
    }
}
