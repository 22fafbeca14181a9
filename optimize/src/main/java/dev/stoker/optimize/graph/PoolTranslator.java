package dev.stoker.optimize.graph;

import static dev.stoker.onnx.file.OnnxAttribute.attribute;

import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.KernelWindow;
import dev.stoker.onnx.file.OnnxTensor;
import java.util.List;

/** Pooling, and what windows make of the size of an image. */
record PoolTranslator(GraphBuilder builder, String path) {

    static long[] pads(KernelWindow window) {
        return new long[] {window.rowPadding(), window.columnPadding(), window.rowPadding(), window.columnPadding()};
    }

    /** The output of a window that is moved over an image. */
    static ActivationShape.FeatureMap moved(
            KernelWindow window, boolean ceil, int channels, ActivationShape.FeatureMap in) {
        return new ActivationShape.FeatureMap(
                channels,
                positions(in.height(), window.height(), window.rowPadding(), window.stride(), ceil),
                positions(in.width(), window.width(), window.columnPadding(), window.stride(), ceil));
    }

    private static int positions(int size, int kernel, int padding, int stride, boolean ceil) {
        int room = size + 2 * padding - kernel;
        int positions = (ceil ? Math.ceilDiv(room, stride) : Math.floorDiv(room, stride)) + 1;
        boolean lastIsOutside = ceil && (positions - 1) * stride >= size + padding;
        return lastIsOutside ? positions - 1 : positions;
    }

    GraphTranslator.Value maximum(KernelWindow window, boolean ceil, GraphTranslator.Value x) {
        String name = builder.node(
                "MaxPool",
                path,
                List.of(x.name()),
                attribute("kernel_shape", window.kernelSize()),
                attribute("strides", window.strides()),
                attribute("pads", pads(window)),
                attribute("ceil_mode", ceil ? 1 : 0));
        return new GraphTranslator.Value(name, moved(window, ceil, x.map().channels(), x.map()));
    }

    GraphTranslator.Value average(KernelWindow window, GraphTranslator.Value x) {
        String name = builder.node(
                "AveragePool",
                path,
                List.of(x.name()),
                attribute("kernel_shape", window.kernelSize()),
                attribute("strides", window.strides()),
                attribute("pads", pads(window)),
                attribute("count_include_pad", 1));
        return new GraphTranslator.Value(name, moved(window, false, x.map().channels(), x.map()));
    }

    /** ONNX has no operator for it: a plain pool where windows are equal, else products with matrices of averages. */
    GraphTranslator.Value adaptive(int height, int width, GraphTranslator.Value x) {
        var in = x.map();
        var out = new ActivationShape.FeatureMap(in.channels(), height, width);
        if (in.height() == height && in.width() == width) {
            return x;
        }
        if (height == 1 && width == 1) {
            return new GraphTranslator.Value(builder.node("GlobalAveragePool", path, List.of(x.name())), out);
        }
        if (in.height() % height == 0 && in.width() % width == 0) {
            long[] window = {in.height() / height, in.width() / width};
            String name = builder.node(
                    "AveragePool",
                    path,
                    List.of(x.name()),
                    attribute("kernel_shape", window),
                    attribute("strides", window));
            return new GraphTranslator.Value(name, out);
        }
        String rows = builder.node(
                "MatMul",
                path + ".rows",
                List.of(averages(path + ".row_averages", in.height(), height, true), x.name()));
        String both = builder.node(
                "MatMul", path, List.of(rows, averages(path + ".column_averages", in.width(), width, false)));
        return new GraphTranslator.Value(both, out);
    }

    /** The matrix by which {@code from} values become {@code to}, each the mean of a window. */
    private String averages(String name, int from, int to, boolean fromLeft) {
        var values = new float[from * to];
        for (int i = 0; i < to; i++) {
            int start = i * from / to;
            int end = Math.ceilDiv((i + 1) * from, to);
            for (int j = start; j < end; j++) {
                values[fromLeft ? i * from + j : j * to + i] = 1f / (end - start);
            }
        }
        var sizes = fromLeft ? List.of((long) to, (long) from) : List.of((long) from, (long) to);
        return builder.constant(OnnxTensor.floats(name, sizes, values));
    }
}
