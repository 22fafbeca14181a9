package dev.stoker.bench;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.nn.layer.KernelWindow;
import dev.stoker.nn.layer.Layer;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.step.SyntheticBatch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.SGD;
import org.bytedeco.pytorch.SGDOptions;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * The baseline of a training step on the CPU: the same model with the same weights in plain libtorch calls, with libtorch's
 * own SGD, on the same batch, in fp32.
 */
final class LibtorchBaselineStep implements AutoCloseable {
    private static final double LEARNING_RATE = 1e-3;
    private static final double MOMENTUM = 0.9;

    private final PointerScope scope = new PointerScope();
    private final Layer root;
    private final Map<String, Tensor> weights = new HashMap<>();
    private final Tensor bytes;
    private final Tensor labels;
    private final SGD optimizer;
    private double loss;

    LibtorchBaselineStep(Model model, int batch) {
        root = model.root();
        var parameters = new TensorVector();
        try (var _ = TensorScope.open("weights")) {
            var initial = Weights.initial(model, new Seed(1), Device.CPU);
            initial.all().forEach((name, tensor) -> {
                var copy = copy(tensor, initial.parameters().containsKey(name));
                scope.attach(copy); // it outlives the scope it was created in
                weights.put(name, copy);
                if (copy.requires_grad()) {
                    parameters.push_back(copy);
                }
            });
        }
        Shape shape = model.input();
        bytes = torch.zeros(
                new long[] {batch, shape.height(), shape.width(), shape.channels()}, options(torch.ScalarType.Byte));
        labels = torch.zeros(new long[] {batch}, options(torch.ScalarType.Long));
        try (var arena = Arena.ofConfined()) {
            var noise = SyntheticBatch.of(shape, model.classes(), batch, arena);
            copy(noise.rows(), bytes);
            copy(noise.labels(), labels);
        }
        var settings = new SGDOptions(LEARNING_RATE);
        settings.momentum().put(MOMENTUM);
        optimizer = new SGD(parameters, settings);
    }

    private static void copy(MemorySegment values, Tensor tensor) {
        MemorySegment.ofAddress(tensor.data_ptr().address())
                .reinterpret(values.byteSize())
                .copyFrom(values);
    }

    private static TensorOptions options(torch.ScalarType type) {
        return new TensorOptions().dtype(new ScalarTypeOptional(type));
    }

    private static Tensor copy(dev.stoker.tensor.Tensor tensor, boolean trained) {
        long[] sizes = tensor.sizes();
        if (!tensor.type().isFloating()) {
            return torch.zeros(sizes, options(torch.ScalarType.Long));
        }
        var copy = torch.tensor(tensor.toHost().toArray(ValueLayout.JAVA_FLOAT)).reshape(sizes);
        var laidOut = sizes.length == 4 ? copy.contiguous(torch.MemoryFormat.ChannelsLast) : copy;
        return laidOut.set_requires_grad(trained);
    }

    void run() {
        try (var _ = new PointerScope()) {
            optimizer.zero_grad();
            var images = bytes.to(torch.ScalarType.Float)
                    .sub(new Scalar(127.5))
                    .mul(new Scalar(1 / 127.5))
                    .permute(0, 3, 1, 2);
            var value = torch.cross_entropy_loss(through("", root, images), labels);
            value.backward();
            optimizer.step();
            loss = value.item_double();
        }
    }

    /** The loss of the last step. */
    double loss() {
        return loss;
    }

    private Tensor through(String path, Layer layer, Tensor x) {
        return switch (layer) {
            case Layer.Conv2d conv -> convolution(path, conv, x);
            case Layer.BatchNorm2d norm -> batchNorm(path, norm, x);
            case Layer.Linear linear -> torch.linear(x, weight(path, "weight"), bias(path, linear.bias()));
            case Layer.Activation activation -> activated(activation, x);
            case Layer.MaxPool2d(KernelWindow window, boolean ceil) ->
                torch.max_pool2d(x, sides(window), strides(window), paddings(window), new long[] {1, 1}, ceil);
            case Layer.GlobalAveragePool _ -> torch.adaptive_avg_pool2d(x, 1, 1);
            case Layer.Flatten _ -> x.flatten(1, -1);
            case Layer.Sequential sequential -> sequence(path, sequential, x);
            case Layer.Residual residual -> {
                var body = sequence(join(path, residual.bodyName()), residual.body(), x);
                var shortcut = sequence(join(path, residual.shortcutName()), residual.shortcut(), x);
                yield activated(residual.activation(), body.add(shortcut));
            }
            case Layer.MixedConv2d _,
                    Layer.LocalResponseNorm _,
                    Layer.LayerNorm _,
                    Layer.GroupNorm _,
                    Layer.LayerScale _,
                    Layer.Tokens _,
                    Layer.ClassToken _,
                    Layer.PositionEmbedding _,
                    Layer.SelfAttention _,
                    Layer.FirstToken _,
                    Layer.Columns _,
                    Layer.AveragePool2d _,
                    Layer.AdaptiveAveragePool2d _,
                    Layer.Scale _,
                    Layer.Dropout _,
                    Layer.DropPath _,
                    Layer.Concat _,
                    Layer.Gate _,
                    Layer.Auxiliary _,
                    Layer.Custom _ -> throw unknown(layer.getClass().getSimpleName());
        };
    }

    private static StokerException unknown(String what) {
        return new StokerException("the baseline has no %s; it supports models of the families mlp, cnn and resnet"
                        .formatted(what))
                .about("baseline");
    }

    private Tensor sequence(String path, Layer.Sequential sequential, Tensor input) {
        var x = input;
        for (var child : sequential.children()) {
            x = through(join(path, child.name()), child.layer(), x);
        }
        return x;
    }

    private Tensor convolution(String path, Layer.Conv2d conv, Tensor x) {
        return torch.conv2d(
                x,
                weight(path, "weight"),
                bias(path, conv.bias()),
                strides(conv.window()),
                paddings(conv.window()),
                new long[] {1, 1},
                conv.groups());
    }

    private Tensor batchNorm(String path, Layer.BatchNorm2d norm, Tensor x) {
        weight(path, "num_batches_tracked").add_(new Scalar(1L));
        return torch.batch_norm(
                x,
                new TensorOptional(weight(path, "weight")),
                new TensorOptional(weight(path, "bias")),
                new TensorOptional(weight(path, "running_mean")),
                new TensorOptional(weight(path, "running_var")),
                true,
                norm.momentum(),
                norm.epsilon(),
                true);
    }

    private static Tensor activated(Layer.Activation activation, Tensor x) {
        return switch (activation) {
            case IDENTITY -> x;
            case RELU -> x.relu();
            case RELU6, HARD_SIGMOID, HARD_SWISH, SIGMOID, SILU, GELU -> throw unknown(activation.name());
        };
    }

    private TensorOptional bias(String path, boolean present) {
        return present ? new TensorOptional(weight(path, "bias")) : new TensorOptional();
    }

    private Tensor weight(String path, String name) {
        var tensor = weights.get(join(path, name));
        if (tensor == null) {
            throw new IllegalStateException("these weights have no " + join(path, name));
        }
        return tensor;
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : name.isEmpty() ? path : path + "." + name;
    }

    private static long[] sides(KernelWindow window) {
        return new long[] {window.height(), window.width()};
    }

    private static long[] strides(KernelWindow window) {
        return new long[] {window.stride(), window.stride()};
    }

    private static long[] paddings(KernelWindow window) {
        return new long[] {window.rowPadding(), window.columnPadding()};
    }

    @Override
    public void close() {
        scope.close();
    }
}
