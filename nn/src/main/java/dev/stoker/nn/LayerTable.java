package dev.stoker.nn;

import dev.stoker.nn.internal.LayerDescription;
import dev.stoker.nn.internal.ShapeInference;
import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.WeightSpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A model's tree as rows, each with its output shape and its number of trainable parameters. */
public final class LayerTable {

    /**
     * One layer.
     *
     * @param depth how many layers enclose it
     * @param name its name within the layer around it
     * @param layer what it is
     * @param output its output shape for one image
     */
    public record Row(int depth, String name, String layer, ActivationShape output, long parameters) {}

    private LayerTable() {}

    public static List<Row> of(Model model) {
        var rows = new RowCollector();
        ShapeInference.walk(model, true, rows);
        return rows.rows;
    }

    private static final class RowCollector implements ShapeInference.Visitor {
        private final List<Row> rows = new ArrayList<>();
        private final Deque<Integer> open = new ArrayDeque<>();
        private final Deque<String> paths = new ArrayDeque<>();

        @Override
        public void enter(String path, Layer layer) {
            String around = paths.isEmpty() ? "" : paths.peek();
            String name =
                    around.isEmpty() || !path.startsWith(around + ".") ? path : path.substring(around.length() + 1);
            open.push(rows.size());
            rows.add(new Row(
                    paths.size(),
                    name.equals(around) ? "" : name,
                    LayerDescription.layer(layer),
                    new ActivationShape.Features(0),
                    trained(layer)));
            paths.push(path);
        }

        @Override
        public void visit(String path, Layer layer, ActivationShape in, ActivationShape out) {
            int index = open.pop();
            paths.pop();
            var line = rows.get(index);
            rows.set(index, new Row(line.depth(), line.name(), line.layer(), out, line.parameters()));
        }

        private static long trained(Layer layer) {
            return WeightSpec.of("", layer).stream()
                    .filter(WeightSpec::trainable)
                    .mapToLong(WeightSpec::elements)
                    .sum();
        }
    }
}
