package dev.stoker.nn;

import dev.stoker.nn.internal.ShapeInference;
import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.Layer;
import dev.stoker.tensor.cuda.FusedKernel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The fused kernels that a model trains with, as {@link ForwardPass} will ask for them: read off the tree, before there are tensors. */
public final class FusedKernels {
    private static final int STEM_STRIDE = 2;

    private final Set<FusedKernel> kernels = new LinkedHashSet<>();

    private final int imageChannels;

    private FusedKernels(int imageChannels) {
        this.imageChannels = imageChannels;
    }

    /** None twice. */
    public static Set<FusedKernel> of(Model model) {
        var reader = new FusedKernels(model.input().channels());
        ShapeInference.walk(model, true, (_, layer, in, out) -> reader.read(layer, in, out));
        return reader.kernels;
    }

    private void read(Layer layer, ActivationShape in, ActivationShape out) {
        switch (layer) {
            case Layer.Conv2d conv -> convolution(conv, out);
            case Layer.LayerNorm norm -> kernels.add(new FusedKernel.LayerNorm(norm.features()));
            case Layer.Gate(Layer.Sequential gate) -> {
                if (in instanceof ActivationShape.FeatureMap image) {
                    kernels.add(new FusedKernel.Gate(image.channels()));
                }
                sequence(gate.children(), Layer.Activation.IDENTITY);
            }
            case Layer.Sequential sequential -> sequence(sequential.children(), Layer.Activation.IDENTITY);
            case Layer.Residual residual -> {
                sequence(residual.body().children(), residual.activation());
                sequence(residual.shortcut().children(), Layer.Activation.IDENTITY);
            }
            case Layer.Auxiliary auxiliary -> sequence(auxiliary.head().children(), Layer.Activation.IDENTITY);
            case Layer.MixedConv2d _, // its parts are convolutions
                    Layer.Concat _, // its branches are read by themselves
                    Layer.BatchNorm2d _, // read with what comes after it, like the two below
                    Layer.Activation _,
                    Layer.MaxPool2d _,
                    Layer.LocalResponseNorm _,
                    Layer.GroupNorm _,
                    Layer.LayerScale _,
                    Layer.Linear _,
                    Layer.Tokens _,
                    Layer.ClassToken _,
                    Layer.PositionEmbedding _,
                    Layer.SelfAttention _,
                    Layer.FirstToken _,
                    Layer.Columns _,
                    Layer.AveragePool2d _,
                    Layer.AdaptiveAveragePool2d _,
                    Layer.GlobalAveragePool _,
                    Layer.Flatten _,
                    Layer.Scale _,
                    Layer.Dropout _,
                    Layer.DropPath _,
                    Layer.Custom _ -> {}
        }
    }

    private void convolution(Layer.Conv2d conv, ActivationShape out) {
        var window = conv.window();
        if (conv.groups() == conv.in() && conv.in() == conv.out() && out instanceof ActivationShape.FeatureMap image) {
            kernels.add(new FusedKernel.Depthwise(
                    window.height(),
                    window.width(),
                    window.stride(),
                    window.columnPadding(),
                    conv.in(),
                    image.width(),
                    conv.bias()));
        } else if (conv.in() == imageChannels && window.stride() == STEM_STRIDE && window.width() > STEM_STRIDE) {
            kernels.add(new FusedKernel.Stem(conv.in()));
        }
    }

    /** Norms with what comes after them; {@code last} comes after a norm at the end. */
    private void sequence(List<Layer.Named> children, Layer.Activation last) {
        for (int i = 0; i < children.size(); i++) {
            if (children.get(i).layer() instanceof Layer.BatchNorm2d) {
                var activation = i + 1 == children.size()
                        ? Optional.of(last)
                        : ForwardPass.at(children, i + 1, Layer.Activation.class);
                int after = i + 2;
                var pooling = activation
                        .flatMap(_ -> ForwardPass.at(children, after, Layer.MaxPool2d.class))
                        .flatMap(BatchNormPass::pooling);
                kernels.add(new FusedKernel.Norm(
                        ForwardPass.activation(activation.orElse(Layer.Activation.IDENTITY)), pooling));
                i += (activation.isPresent() ? 1 : 0) + (pooling.isPresent() ? 1 : 0);
            } else if (children.get(i).layer() instanceof Layer.MaxPool2d pool) {
                BatchNormPass.pooling(pool).ifPresent(windows -> kernels.add(new FusedKernel.Pooling(windows)));
            }
        }
    }
}
