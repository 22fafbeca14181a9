package dev.stoker.bench.roofline;

import dev.stoker.tensor.cuda.DeviceActivity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What a device did in forward and backward passes, by the layers it was done for. Forward, a layer lasts until the next one uses a
 * weight. Backward, gradients become final several layers at a time, and what was done since the last ones is of those layers.
 */
final class LayerActivities {
    private final Supplier<List<DeviceActivity>> newest;
    private final Map<String, List<DeviceActivity>> forward = new LinkedHashMap<>();
    private final Map<String, Segment> segments = new HashMap<>();
    private String layer = "";
    private Segment segment = new Segment();

    /** Layers with final gradients at the same time. */
    private static final class Segment {
        private final Set<String> layers = new LinkedHashSet<>();
        private final List<DeviceActivity> activities = new ArrayList<>();
    }

    /** {@code newest} waits for the device and gives what it did since it was asked before. */
    LayerActivities(Supplier<List<DeviceActivity>> newest) {
        this.newest = newest;
    }

    /** A forward pass begins; what was done before is of no layer. */
    void begin() {
        var _ = newest.get();
        layer = "";
    }

    /** A layer uses this weight next. */
    void next(String weight) {
        String path = layer(weight);
        if (!path.equals(layer)) {
            endLayer();
            layer = path;
        }
    }

    /** The forward pass has ended. */
    void endLayer() {
        var done = newest.get();
        if (!layer.isEmpty()) {
            forward.computeIfAbsent(layer, _ -> new ArrayList<>()).addAll(done);
        }
    }

    /** The gradient of this weight is final. */
    void finished(String weight) {
        String path = layer(weight);
        var done = newest.get();
        if (!done.isEmpty()) { // the first weight of its segment
            segment = segments.computeIfAbsent(path, _ -> new Segment());
            segment.activities.addAll(done);
        }
        segment.layers.add(path);
    }

    private static String layer(String weight) {
        return weight.substring(0, Math.max(0, weight.lastIndexOf('.')));
    }

    /** In the order of the forward pass; times are means over so many passes. */
    List<LayerTime> times(int passes, Map<String, StepTraffic> traffic, DeviceCeilings ceilings) {
        var order = List.copyOf(forward.keySet());
        return segments.values().stream()
                .map(each -> time(each, order, passes, traffic, ceilings))
                .sorted((one, other) -> Integer.compare(
                        order.indexOf(one.layers().getFirst()),
                        order.indexOf(other.layers().getFirst())))
                .toList();
    }

    private LayerTime time(
            Segment ended, List<String> order, int passes, Map<String, StepTraffic> traffic, DeviceCeilings ceilings) {
        var layers = order.stream().filter(ended.layers::contains).toList();
        var before = layers.stream()
                .flatMap(each -> forward.getOrDefault(each, List.of()).stream())
                .toList();
        var ofLayers = layers.stream()
                .map(each -> traffic.getOrDefault(each, StepTraffic.NONE))
                .toList();
        return new LayerTime(
                layers,
                (before.size() + ended.activities.size()) / (double) passes,
                DeviceActivity.milliseconds(before) / passes,
                DeviceActivity.milliseconds(ended.activities) / passes,
                ofLayers.stream()
                        .mapToDouble(each -> each.leastMilliseconds(ceilings))
                        .sum(),
                ofLayers.stream().reduce(StepTraffic.NONE, StepTraffic::plus));
    }
}
