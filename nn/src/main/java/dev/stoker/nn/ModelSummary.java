package dev.stoker.nn;

import dev.stoker.nn.internal.ShapeInference;
import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.KernelWindow;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.WeightSpec;
import dev.stoker.tensor.GradientTapeFactory;
import java.util.function.BiPredicate;

/**
 * What a model costs.
 *
 * @param parameters the weights that are trained
 * @param multiplyAdds multiplications of one image's forward pass, without auxiliary heads
 * @param weightBytes parameters and buffers as they are stored
 * @param activations elements that a training step keeps of one image for the backward pass, approximately
 */
public record ModelSummary(long parameters, long multiplyAdds, long weightBytes, long activations) {

    private static final KernelWindow TAPED = KernelWindow.same(3, 3);

    public static ModelSummary of(Model model) {
        var specs = WeightSpec.of(model);
        var cost = new long[1];
        ShapeInference.walk(model, false, (_, layer, in, out) -> cost[0] += cost(layer, in, out));
        return new ModelSummary(
                specs.stream()
                        .filter(WeightSpec::trainable)
                        .mapToLong(WeightSpec::elements)
                        .sum(),
                cost[0],
                specs.stream().mapToLong(WeightSpec::bytes).sum(),
                SavedActivations.of(model));
    }

    /**
     * The share of multiplications in layers whose numbers of channels are no multiples of {@code multiple}. The channels of the
     * image and the classes are given, and groups are no matrix products.
     */
    public static double unalignedShare(Model model, int multiple) {
        return share(model, (layer, _) -> !isAligned(layer, model, multiple));
    }

    /** The share of multiplications in convolutions without groups whose windows are larger than a pixel. */
    public static double denseConvolutionShare(Model model) {
        return share(model, (layer, _) -> isDenseConvolution(layer));
    }

    /** The share of multiplications in convolutions for which tapes on a CPU have a kernel, in fp32 and batches of so many images. */
    public static double tapedConvolutionShare(Model model, int images) {
        return share(
                model,
                (layer, in) -> layer instanceof Layer.Conv2d conv
                        && isDenseConvolution(conv)
                        && conv.window().equals(TAPED)
                        && in instanceof ActivationShape.FeatureMap(int channels, int height, int width)
                        && GradientTapeFactory.gainsOnCpu(new long[] {images, channels, height, width}, conv.out()));
    }

    private static double share(Model model, BiPredicate<Layer, ActivationShape> counted) {
        var sums = new long[2];
        ShapeInference.walk(model, false, (_, layer, in, out) -> {
            long cost = cost(layer, in, out);
            sums[0] += cost;
            sums[1] += counted.test(layer, in) ? cost : 0;
        });
        return sums[0] == 0 ? 0 : sums[1] / (double) sums[0];
    }

    private static boolean isDenseConvolution(Layer layer) {
        return layer instanceof Layer.Conv2d conv
                && conv.groups() == 1
                && conv.window().area() > 1;
    }

    private static boolean isAligned(Layer layer, Model model, int multiple) {
        if (layer instanceof Layer.Conv2d conv) {
            boolean first = conv.in() == model.input().channels();
            return conv.groups() > 1 || ((first || conv.in() % multiple == 0) && conv.out() % multiple == 0);
        }
        return !(layer instanceof Layer.Linear linear)
                || (linear.in() % multiple == 0 && (linear.out() == model.classes() || linear.out() % multiple == 0));
    }

    static long cost(Layer layer, ActivationShape in, ActivationShape out) {
        return switch (layer) {
            case Layer.Conv2d conv ->
                out.elements() * conv.in() / conv.groups() * conv.window().area();
            case Layer.Linear linear -> out.elements() * linear.in();
            case Layer.SelfAttention _ -> attention(in);
            case Layer.Custom custom -> custom.layer().multiplyAdds(in);
            case Layer.MixedConv2d _, // its parts are counted individually
                    Layer.BatchNorm2d _,
                    Layer.LocalResponseNorm _,
                    Layer.LayerNorm _,
                    Layer.GroupNorm _,
                    Layer.LayerScale _,
                    Layer.Tokens _,
                    Layer.ClassToken _,
                    Layer.PositionEmbedding _,
                    Layer.FirstToken _,
                    Layer.Columns _,
                    Layer.Activation _,
                    Layer.MaxPool2d _,
                    Layer.AveragePool2d _,
                    Layer.AdaptiveAveragePool2d _,
                    Layer.GlobalAveragePool _,
                    Layer.Flatten _,
                    Layer.Scale _,
                    Layer.Dropout _,
                    Layer.DropPath _,
                    Layer.Sequential _,
                    Layer.Residual _,
                    Layer.Concat _,
                    Layer.Gate _,
                    Layer.Auxiliary _ -> 0;
        };
    }

    /** Each token is compared with all, and is a mixture of all. */
    private static long attention(ActivationShape in) {
        return in instanceof ActivationShape.Tokens(int tokens, int features) ? 2L * tokens * tokens * features / 3 : 0;
    }
}
