package dev.stoker.job.internal.setup;

import static dev.stoker.nn.layer.Layer.named;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.datasets.table.TableColumn;
import dev.stoker.datasets.table.TableDataset;
import dev.stoker.nn.Model;
import dev.stoker.nn.definition.ModelDefinition;
import dev.stoker.nn.layer.ColumnEncoding;
import dev.stoker.nn.layer.Layer;
import java.util.ArrayList;
import java.util.List;

/**
 * Models for rows of a table: wide is a linear classifier of numbers and of codes, each code a feature; deep has hidden
 * layers after numbers and embeddings; wide-and-deep adds the logits of both (Cheng et al., 2016).
 */
final class TableModelFactory {
    static final String DEFAULT_NAME = "deep";
    static final List<String> NAMES = List.of("wide", DEFAULT_NAME, "wide-and-deep");

    private final TableDataset table;
    private final List<Integer> hidden;
    private final int classes;

    TableModelFactory(TableDataset table, List<Integer> hidden) {
        this.table = table;
        this.hidden = hidden;
        classes = table.classes().size();
    }

    Model build(String name) {
        Layer root = switch (name) {
            case "wide" -> wide();
            case DEFAULT_NAME -> deep();
            case "wide-and-deep" -> new Layer.Residual("deep", deep(), "wide", wide(), Layer.Activation.IDENTITY);
            default ->
                throw new StokerException("there is no model '%s' for tables%s (models: %s, or layers in YAML)"
                        .formatted(name, NameSuggestion.didYouMean(name, NAMES), String.join(", ", NAMES)));
        };
        return new Model(name, table.shape(), classes, root);
    }

    /** A model of these layers after the encoded columns. */
    Model of(ModelDefinition definition) {
        var columns = columns(false);
        return definition.build(named("columns", columns), columns.features(), table.shape(), classes);
    }

    private Layer.Sequential wide() {
        var columns = columns(true);
        return Layer.Sequential.of(
                named("columns", columns), named("linear", new Layer.Linear(columns.features(), classes)));
    }

    private Layer.Sequential deep() {
        var columns = columns(false);
        var layers = new ArrayList<Layer.Named>();
        layers.add(named("columns", columns));
        int in = columns.features();
        for (int out : hidden) {
            int number = layers.size() / 2 + 1;
            layers.add(named("hidden" + number, new Layer.Linear(in, out)));
            layers.add(named("activation" + number, Layer.Activation.RELU));
            in = out;
        }
        layers.add(named("head", new Layer.Linear(in, classes)));
        return new Layer.Sequential(layers);
    }

    /** All columns for a linear classifier; without crosses for hidden layers, which learn them by themselves. */
    private Layer.Columns columns(boolean wide) {
        var columns = new ArrayList<ColumnEncoding>();
        for (int at = 0; at < table.columns().size(); at++) {
            var column = table.columns().get(at);
            if (wide || !(column instanceof TableColumn.Crossed)) {
                columns.add(column(column, at, wide));
            }
        }
        return new Layer.Columns(table.columns().size(), columns);
    }

    private static ColumnEncoding column(TableColumn column, int at, boolean wide) {
        if (column.codes() == 0) {
            return new ColumnEncoding.Numeric(at);
        }
        return wide || column.embedding().isEmpty()
                ? new ColumnEncoding.OneHot(at, column.codes())
                : new ColumnEncoding.Embedding(
                        column.name(), at, column.codes(), column.embedding().getAsInt());
    }
}
