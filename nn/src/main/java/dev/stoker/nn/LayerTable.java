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

/** A model's tree as lines, each with what comes out of it and how much of it is trained. */
public final class LayerTable {

    /**
     * One layer.
     *
     * @param depth how many layers it lies within
     * @param name its name within the layer around it
     * @param layer what it is
     * @param output what it makes of one image
     */
    public record Line(int depth, String name, String layer, ActivationShape output, long parameters) {}

    private LayerTable() {}

    public static List<Line> of(Model model) {
        var lines = new Lines();
        ShapeInference.walk(model, true, lines);
        return lines.lines;
    }

    private static final class Lines implements ShapeInference.Visitor {
        private final List<Line> lines = new ArrayList<>();
        private final Deque<Integer> open = new ArrayDeque<>();
        private final Deque<String> paths = new ArrayDeque<>();

        @Override
        public void enter(String path, Layer layer) {
            String around = paths.isEmpty() ? "" : paths.peek();
            String name =
                    around.isEmpty() || !path.startsWith(around + ".") ? path : path.substring(around.length() + 1);
            open.push(lines.size());
            lines.add(new Line(
                    paths.size(),
                    name.equals(around) ? "" : name,
                    LayerDescription.layer(layer),
                    new ActivationShape.Row(0),
                    trained(layer)));
            paths.push(path);
        }

        @Override
        public void visit(String path, Layer layer, ActivationShape in, ActivationShape out) {
            int index = open.pop();
            paths.pop();
            var line = lines.get(index);
            lines.set(index, new Line(line.depth(), line.name(), line.layer(), out, line.parameters()));
        }

        private static long trained(Layer layer) {
            return WeightSpec.of("", layer).stream()
                    .filter(WeightSpec::trained)
                    .mapToLong(WeightSpec::elements)
                    .sum();
        }
    }
}
