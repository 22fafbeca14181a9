package dev.stoker.optimize.prune;

import dev.stoker.core.StokerException;
import dev.stoker.nn.Model;
import dev.stoker.nn.layer.Layer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Follows channels through a model. Those that are added up, multiplied by a gate, or convolved one by one are the same channel to whoever
 * removes it; those of branches that are concatenated stay apart. Channels of images, logits, grouped convolutions, attention and norms over several channels must stay.
 */
final class ChannelReader {
    private final ChannelUnions unions = new ChannelUnions();
    private final Map<String, LayerChannels> layers = new LinkedHashMap<>();
    private final List<int[]> fixed = new ArrayList<>();

    private ChannelReader() {}

    static ModelChannels read(Model model) {
        var reader = new ChannelReader();
        int[] pixels = reader.fixed(reader.unions.add(model.input().channels()));
        reader.fixed(reader.read("", model.root(), pixels));
        return ModelChannels.of(reader.unions, reader.layers, reader.fixed);
    }

    private int[] fixed(int[] channels) {
        fixed.add(channels);
        return channels;
    }

    /** The channels that a layer gives for those that it gets. */
    private int[] read(String path, Layer layer, int[] x) {
        return switch (layer) {
            case Layer.Conv2d conv -> convolution(path, conv, x);
            case Layer.MixedConv2d(List<Layer.Conv2d> parts) -> mixed(path, parts, x);
            case Layer.BatchNorm2d norm -> norm(path, norm, x);
            case Layer.LocalResponseNorm _,
                    Layer.LayerNorm _,
                    Layer.GroupNorm _,
                    Layer.LayerScale _,
                    Layer.ClassToken _,
                    Layer.PositionEmbedding _ -> fixed(x);
            case Layer.SelfAttention _ -> fixed(unions.add(fixed(x).length / 3));
            case Layer.Linear linear -> {
                int[] in = repeated(x, linear.in());
                int[] out = unions.add(linear.out());
                layers.put(path, new LayerChannels(in, out, true));
                yield out;
            }
            case Layer.Sequential sequential -> sequence(path, sequential, x);
            case Layer.Residual residual -> {
                int[] body = sequence(Layer.path(path, residual.bodyName()), residual.body(), x);
                int[] shortcut = sequence(Layer.path(path, residual.shortcutName()), residual.shortcut(), x);
                unions.join(body, shortcut);
                yield body;
            }
            case Layer.Concat(List<Layer.Named> branches) ->
                branches.stream()
                        .map(branch -> read(Layer.path(path, branch.name()), branch.layer(), x))
                        .reduce(new int[0], ChannelReader::concatenated);
            case Layer.Gate(Layer.Sequential gate) -> {
                unions.join(sequence(path, gate, x), x);
                yield x;
            }
            case Layer.Auxiliary(Layer.Sequential head, int _) -> {
                fixed(sequence(path, head, x));
                yield x;
            }
            case Layer.Activation _,
                    Layer.MaxPool2d _,
                    Layer.AveragePool2d _,
                    Layer.AdaptiveAveragePool2d _,
                    Layer.GlobalAveragePool _,
                    Layer.Flatten _,
                    Layer.Tokens _,
                    Layer.FirstToken _,
                    Layer.Scale _,
                    Layer.Dropout _,
                    Layer.DropPath _ -> x;
            case Layer.Columns _ ->
                throw new StokerException("a model for rows of a table has no channels that could be cut")
                        .about("structured");
            case Layer.Custom _ ->
                throw new StokerException(
                                "layer %s is of a program's own, whose channels are not known".formatted(path))
                        .about("structured");
        };
    }

    private int[] sequence(String path, Layer.Sequential sequential, int[] input) {
        int[] x = input;
        for (var child : sequential.children()) {
            x = read(Layer.path(path, child.name()), child.layer(), x);
        }
        return x;
    }

    private int[] convolution(String path, Layer.Conv2d conv, int[] x) {
        boolean depthwise = conv.groups() == conv.in() && conv.out() == conv.in();
        if (depthwise && conv.groups() > 1) {
            layers.put(path, new LayerChannels(x, x, false));
            return x;
        }
        int[] out = unions.add(conv.out());
        layers.put(path, new LayerChannels(x, out, true));
        if (conv.groups() > 1) { // groups must stay of equal sizes
            fixed(x);
            fixed(out);
        }
        return out;
    }

    private int[] mixed(String path, List<Layer.Conv2d> parts, int[] x) {
        int[] out = new int[0];
        int from = 0;
        for (int i = 0; i < parts.size(); i++) {
            var part = parts.get(i);
            int[] slice = Arrays.copyOfRange(x, from, from + part.in());
            int[] written = convolution(Layer.path(path, Integer.toString(i)), part, slice);
            fixed(new int[] {slice[0], written[0]}); // each part keeps something to do
            out = concatenated(out, written);
            from += part.in();
        }
        return out;
    }

    private int[] norm(String path, Layer.BatchNorm2d norm, int[] x) {
        int[] channels = repeated(x, norm.channels());
        layers.put(path, new LayerChannels(channels, channels, false));
        return channels;
    }

    /** A flattened image has each channel once for each of its pixels, one channel after the other. */
    private static int[] repeated(int[] channels, int count) {
        int times = count / channels.length;
        int[] all = new int[count];
        for (int i = 0; i < count; i++) {
            all[i] = channels[i / times];
        }
        return all;
    }

    private static int[] concatenated(int[] one, int[] other) {
        int[] all = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, all, one.length, other.length);
        return all;
    }
}
