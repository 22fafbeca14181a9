package dev.stoker.nn;

import dev.stoker.core.DataType;
import dev.stoker.nn.internal.WeightNames;
import dev.stoker.nn.layer.ColumnEncoding;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Encodes the columns of a table as features: numbers, one-hot vectors and embeddings. */
record ColumnFeatures(String path, List<ColumnEncoding> columns, BiFunction<String, String, Tensor> weights) {

    /** Of rows (batch × values). Adjacent numeric columns are copied together. */
    Tensor of(Tensor rows) {
        var parts = new ArrayList<Tensor>();
        for (int i = 0; i < columns.size(); i++) {
            switch (columns.get(i)) {
                case ColumnEncoding.Numeric(int index) -> {
                    int first = i;
                    while (i + 1 < columns.size()
                            && columns.get(i + 1) instanceof ColumnEncoding.Numeric(int next)
                            && next == index + i + 1 - first) {
                        i++;
                    }
                    parts.add(rows.narrow(1, index, i + 1L - first));
                }
                case ColumnEncoding.OneHot(int index, int categories) ->
                    parts.add(Functional.oneHot(codes(rows, index), categories));
                case ColumnEncoding.Embedding embedding ->
                    parts.add(Functional.embedding(
                            weights.apply(WeightNames.join(path, embedding.name()), "weight"),
                            codes(rows, embedding.index())));
            }
        }
        return Functional.concatenate(parts, 1);
    }

    private static Tensor codes(Tensor rows, int index) {
        return rows.narrow(1, index, 1).flatten(0).to(DataType.INT64, rows.device());
    }
}
