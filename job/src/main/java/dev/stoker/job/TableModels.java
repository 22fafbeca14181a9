package dev.stoker.job;

import static dev.stoker.nn.Layer.named;

import dev.stoker.core.Nearest;
import dev.stoker.core.StokerException;
import dev.stoker.datasets.table.Table;
import dev.stoker.datasets.table.TableColumn;
import dev.stoker.job.plan.Plan;
import dev.stoker.nn.Column;
import dev.stoker.nn.Layer;
import dev.stoker.nn.Model;
import dev.stoker.nn.WrittenModel;
import java.util.ArrayList;
import java.util.List;

/**
 * Models for rows of a table: wide is a linear classifier of numbers and of codes, each code a feature; deep has hidden
 * layers behind numbers and embeddings; wide-and-deep adds the logits of both (Cheng et al., 2016).
 */
final class TableModels {
    static final String USUAL = "deep";
    static final List<String> NAMES = List.of("wide", USUAL, "wide-and-deep");

    private final Table table;
    private final String hidden;
    private final int classes;

    TableModels(Table table, String hidden) {
        this.table = table;
        this.hidden = hidden;
        classes = table.set().classes().size();
    }

    Model build(String name) {
        Layer root = switch (name) {
            case "wide" -> wide();
            case USUAL -> deep();
            case "wide-and-deep" -> new Layer.Residual("deep", deep(), "wide", wide(), Layer.Activation.IDENTITY);
            default ->
                throw new StokerException("there is no model '%s' for tables%s (models: %s, or layers in YAML)"
                        .formatted(name, Nearest.hint(name, NAMES), String.join(", ", NAMES)));
        };
        return new Model(name, table.set().shape(), classes, root);
    }

    Model of(WrittenModel written) {
        var columns = columns(false);
        return written.build(
                named("columns", columns), columns.features(), table.set().shape(), classes);
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
        for (String features : hidden.equals(Plan.NONE) ? new String[0] : hidden.split(",", -1)) {
            int out = Integer.parseInt(features);
            int number = layers.size() / 2 + 1;
            layers.add(named("hidden" + number, new Layer.Linear(in, out)));
            layers.add(named("activation" + number, Layer.Activation.RELU));
            in = out;
        }
        layers.add(named("head", new Layer.Linear(in, classes)));
        return new Layer.Sequential(layers);
    }

    /** All columns for a linear classifier; crosses are made for it, and hidden layers find them by themselves. */
    private Layer.Columns columns(boolean wide) {
        var columns = new ArrayList<Column>();
        for (int at = 0; at < table.columns().size(); at++) {
            var column = table.columns().get(at);
            if (wide || !(column instanceof TableColumn.Cross)) {
                columns.add(column(column, at, wide));
            }
        }
        return new Layer.Columns(table.columns().size(), columns);
    }

    private static Column column(TableColumn column, int at, boolean wide) {
        if (column.codes() == 0) {
            return new Column.Numeric(at);
        }
        return wide || column.embedding().isEmpty()
                ? new Column.OneHot(at, column.codes())
                : new Column.Embedding(
                        column.name(), at, column.codes(), column.embedding().getAsInt());
    }
}
