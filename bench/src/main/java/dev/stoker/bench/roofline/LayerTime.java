package dev.stoker.bench.roofline;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Layers whose gradients autograd computes in one go, mostly a convolution and the norm after it.
 *
 * @param layers their paths, in the order of the forward pass
 * @param kernels how many there are in one step
 * @param least milliseconds that they need by the bandwidth or the peak of the device; 0 where the model does not say
 * @param traffic the least that they must move and compute
 */
record LayerTime(
        List<String> layers, double kernels, double forward, double backward, double least, StepTraffic traffic) {
    /** Names of more layers would not fit into a line. */
    private static final int NAMED = 2;

    double milliseconds() {
        return forward + backward;
    }

    /** The fields of the report; shares of the time of all layers, of the bandwidth of a copy, of the peak, and of the least time. */
    Map<String, Object> fields(double all, DeviceCeilings ceilings) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("layers", title());
        fields.put("kernels", kernels);
        fields.put("forward_milliseconds", forward);
        fields.put("backward_milliseconds", backward);
        fields.put("share", milliseconds() / all);
        fields.putAll(traffic.fields(milliseconds(), ceilings));
        if (least > 0) {
            fields.put("share_of_roofline", least / milliseconds());
        }
        return fields;
    }

    /** Such as {@code layer1.0.{conv1, bn1}}. */
    private String title() {
        if (layers.size() > NAMED) {
            return "%s … %s (%d layers)".formatted(layers.getFirst(), layers.getLast(), layers.size());
        }
        String block = block(layers.getFirst());
        boolean together = !block.isEmpty()
                && layers.stream().allMatch(layer -> block(layer).equals(block));
        return layers.size() == 1 || !together
                ? String.join(", ", layers)
                : layers.stream()
                        .map(layer -> layer.substring(block.length()))
                        .collect(Collectors.joining(", ", block + "{", "}"));
    }

    private static String block(String layer) {
        return layer.substring(0, layer.lastIndexOf('.') + 1);
    }
}
