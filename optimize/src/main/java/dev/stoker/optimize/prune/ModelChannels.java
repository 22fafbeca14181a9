package dev.stoker.optimize.prune;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The channels of a model. Those that can be removed are in sets: all channels of the layers whose outputs belong together, such as those
 * of a stage of a residual net.
 *
 * @param count of numbers of channels
 * @param layers by their paths; joined channels have the same number
 * @param sets numbers of channels that may be removed
 */
record ModelChannels(int count, Map<String, LayerChannels> layers, List<List<Integer>> sets) {
    static ModelChannels of(ChannelUnions unions, Map<String, LayerChannels> layers, List<int[]> fixed) {
        var joined = new LinkedHashMap<String, LayerChannels>();
        layers.forEach((path, each) ->
                joined.put(path, new LayerChannels(roots(unions, each.in()), roots(unions, each.out()), each.own())));
        boolean[] stays = new boolean[unions.size()];
        for (int[] channels : fixed) {
            for (int channel : channels) {
                stays[unions.root(channel)] = true;
            }
        }
        return new ModelChannels(unions.size(), joined, sets(unions.size(), joined.values(), stays));
    }

    private static int[] roots(ChannelUnions unions, int[] channels) {
        int[] roots = new int[channels.length];
        for (int i = 0; i < roots.length; i++) {
            roots[i] = unions.root(channels[i]);
        }
        return roots;
    }

    private static List<List<Integer>> sets(int count, Collection<LayerChannels> layers, boolean[] stays) {
        var together = new ChannelUnions();
        together.add(count);
        boolean[] written = new boolean[count];
        for (var layer : layers) {
            if (layer.own()) {
                for (int channel : layer.out()) {
                    together.join(channel, layer.out()[0]);
                    written[channel] = true;
                }
            }
        }
        var sets = new LinkedHashMap<Integer, List<Integer>>();
        for (int channel = 0; channel < count; channel++) {
            if (written[channel] && !stays[channel]) {
                sets.computeIfAbsent(together.root(channel), _ -> new ArrayList<>())
                        .add(channel);
            }
        }
        return List.copyOf(sets.values());
    }
}
