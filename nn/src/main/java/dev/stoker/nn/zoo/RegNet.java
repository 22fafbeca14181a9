package dev.stoker.nn.zoo;

import static dev.stoker.nn.layer.Layer.named;

import dev.stoker.core.Shape;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.Layer.Activation;
import dev.stoker.nn.layer.Layer.Conv2d;
import dev.stoker.nn.layer.Layer.Flatten;
import dev.stoker.nn.layer.Layer.Gate;
import dev.stoker.nn.layer.Layer.GlobalAveragePool;
import dev.stoker.nn.layer.Layer.Linear;
import dev.stoker.nn.layer.Layer.Named;
import dev.stoker.nn.layer.Layer.Residual;
import dev.stoker.nn.layer.Layer.Sequential;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** RegNetY (Radosavovic et al., 2020), named as torchvision names it. */
final class RegNet {
    private static final int STEM = 32;
    private static final double SQUEEZE = 0.25;

    private RegNet() {}

    /**
     * The numbers that a net follows from.
     *
     * @param depth the number of blocks
     * @param first the width of the first block
     * @param slope by how much each block would be wider than the one before it
     * @param step the factor between the widths of two stages, to which those widths are rounded
     * @param groupWidth the channels of a group
     */
    private record Settings(int depth, int first, double slope, double step, int groupWidth) {
        /** The number of blocks of each width, narrow ones first. */
        SortedMap<Integer, Integer> stages() {
            var stages = new TreeMap<Integer, Integer>();
            for (int i = 0; i < depth; i++) {
                double steps = Math.rint(Math.log(1 + slope * i / first) / Math.log(step));
                int width = 8 * (int) Math.rint(first * Math.pow(step, steps) / 8);
                stages.merge(ConvolutionBlocks.makeDivisible(width, groupWidth), 1, Integer::sum);
            }
            return stages;
        }
    }

    static List<ModelArchitecture> all() {
        return List.of(
                architecture("regnet_y_400mf", new Settings(16, 48, 27.89, 2.09, 8)),
                architecture("regnet_y_800mf", new Settings(14, 56, 38.84, 2.4, 16)),
                architecture("regnet_y_1_6gf", new Settings(27, 48, 20.71, 2.65, 24)),
                architecture("regnet_y_3_2gf", new Settings(21, 80, 42.63, 2.66, 24)),
                architecture("regnet_y_8gf", new Settings(17, 192, 76.82, 2.19, 56)));
    }

    private static ModelArchitecture architecture(String name, Settings settings) {
        return ModelArchitecture.imagenet(name, 1, (input, classes) -> net(input, settings, classes));
    }

    private static Layer net(Shape input, Settings settings, int classes) {
        var stages = new ArrayList<Named>();
        int in = STEM;
        for (var stage : settings.stages().entrySet()) {
            String name = "block" + (stages.size() + 1);
            int width = stage.getKey();
            var blocks = new ArrayList<Named>();
            for (int i = 0; i < stage.getValue(); i++) {
                blocks.add(named(name + "-" + i, block(in, width, i == 0 ? 2 : 1, settings.groupWidth())));
                in = width;
            }
            stages.add(named(name, new Sequential(blocks)));
        }
        return Sequential.of(
                named(
                        "stem",
                        ConvolutionBlocks.convolution(Conv2d.same(input.channels(), STEM, 3, 2), Activation.RELU)),
                named("trunk_output", new Sequential(stages)),
                named("avgpool", new GlobalAveragePool()),
                named("flatten", new Flatten()),
                named("fc", new Linear(in, classes, new Initializer.Normal(0.01))));
    }

    private static Residual block(int in, int out, int stride, int groupWidth) {
        var grouped = new Conv2d(out, out, 3, stride, 1, out / groupWidth, false);
        var transform = Sequential.of(
                named("a", ConvolutionBlocks.convolution(Conv2d.same(in, out, 1, 1), Activation.RELU)),
                named("b", ConvolutionBlocks.convolution(grouped, Activation.RELU)),
                named("se", gate(out, (int) Math.rint(SQUEEZE * in))),
                named("c", ConvolutionBlocks.convolution(Conv2d.same(out, out, 1, 1), Activation.IDENTITY)));
        if (stride == 1 && in == out) {
            return new Residual("f", transform, "proj", Sequential.of(List.of()), Activation.RELU);
        }
        // A sum has no order, but weights have: torchvision's are those of the projection first.
        var projection = ConvolutionBlocks.convolution(Conv2d.same(in, out, 1, stride), Activation.IDENTITY);
        return new Residual("proj", projection, "f", transform, Activation.RELU);
    }

    /** Squeeze and excitation whose biases start as PyTorch's do, not as zeros. */
    private static Gate gate(int channels, int squeezed) {
        return new Gate(Sequential.of(
                named("avgpool", new GlobalAveragePool()),
                named("fc1", Conv2d.same(channels, squeezed, 1, 1).withBias(Initializer.Uniform.fan(channels))),
                named("activation", Activation.RELU),
                named("fc2", Conv2d.same(squeezed, channels, 1, 1).withBias(Initializer.Uniform.fan(squeezed))),
                named("scale_activation", Activation.SIGMOID)));
    }
}
