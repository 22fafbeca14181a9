package dev.stoker.optimize.graph;

import static dev.stoker.onnx.file.OnnxAttribute.attribute;

import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.ColumnEncoding;
import dev.stoker.nn.layer.Layer;
import dev.stoker.onnx.file.OnnxTensor;
import dev.stoker.onnx.file.OnnxType;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.BinaryOperator;

/** The columns of a table: numbers, one-hot vectors and embeddings. {@code weights} adds a weight by its path and name. */
record ColumnTranslator(GraphBuilder builder, String path, BinaryOperator<String> weights) {

    GraphTranslator.Value translate(Layer.Columns columns, GraphTranslator.Value rows) {
        var parts =
                columns.columns().stream().map(each -> part(each, rows.name())).toList();
        return new GraphTranslator.Value(
                builder.node("Concat", path, parts, attribute("axis", 1)),
                new ActivationShape.Features(columns.features()));
    }

    private String part(ColumnEncoding column, String rows) {
        String name = path + ".column_" + column.index();
        return switch (column) {
            case ColumnEncoding.Numeric(int index) ->
                builder.node(
                        "Gather",
                        name,
                        List.of(rows, builder.constant(OnnxTensor.longs(name + ".index", index))),
                        attribute("axis", 1));
            case ColumnEncoding.OneHot(int index, int categories) ->
                builder.node(
                        "OneHot",
                        name,
                        List.of(
                                codes(rows, name, index),
                                builder.constant(OnnxTensor.longs(name + ".categories", categories)),
                                builder.constant(OnnxTensor.floats("off_on", List.of(2L), 0, 1))),
                        attribute("axis", -1));
            case ColumnEncoding.Embedding embedding ->
                builder.node(
                        "Gather",
                        name,
                        List.of(
                                weights.apply(Layer.path(path, embedding.name()), "weight"),
                                codes(rows, name, embedding.index())),
                        attribute("axis", 0));
        };
    }

    /** The categories of a column, a number for each row. */
    private String codes(String rows, String name, int index) {
        var scalar =
                new OnnxTensor(name + ".index", OnnxType.INT64, List.of(), MemorySegment.ofArray(new long[] {index}));
        String column =
                builder.node("Gather", name + ".values", List.of(rows, builder.constant(scalar)), attribute("axis", 1));
        return builder.node("Cast", name + ".codes", List.of(column), attribute("to", OnnxType.INT64.number()));
    }
}
