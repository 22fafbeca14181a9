package dev.stoker.bench.roofline;

import dev.stoker.nn.LayerCost;
import dev.stoker.nn.Model;
import dev.stoker.nn.layer.Layer;
import dev.stoker.telemetry.trace.OperatorGroup;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The least that a group of kernels must move and compute in one step, by the shapes of the model: each tensor that a kernel takes is
 * read once, and each that it gives is written once.
 *
 * @param bytes of activations; those of weights are few in comparison and not counted
 * @param operations multiplications and additions
 */
record StepTraffic(double bytes, double operations) {
    /** A norm reads its input for the statistics and again to apply them; backward it reads input and gradient twice. */
    private static final int BATCH_NORM_PASSES = 8;

    private static final int LAYER_NORM_PASSES = 5;

    /** Forward, gradient of the input, gradient of the weights. */
    private static final int CONVOLUTION_PASSES = 3;

    static final StepTraffic NONE = new StepTraffic(0, 0);

    /** The least time that a device needs for it, by its bandwidth or its peak. */
    double leastMilliseconds(DeviceCeilings ceilings) {
        double moving = 1e3 * bytes / ceilings.bytesPerSecond();
        return Math.max(moving, 1e-9 * operations / ceilings.teraflops().orElse(Double.POSITIVE_INFINITY));
    }

    /** The fields of a report where it took this time: shares of the bandwidth of a copy and of the peak. */
    Map<String, Object> fields(double milliseconds, DeviceCeilings ceilings) {
        var fields = new LinkedHashMap<String, Object>();
        if (bytes > 0) {
            fields.put("gigabytes", 1e-9 * bytes);
            fields.put("share_of_bandwidth", 1e3 * bytes / milliseconds / ceilings.bytesPerSecond());
        }
        if (operations > 0) {
            double teraflops = 1e-9 * operations / milliseconds;
            fields.put("teraflops", teraflops);
            ceilings.teraflops().ifPresent(peak -> fields.put("share_of_peak", teraflops / peak));
        }
        return fields;
    }

    StepTraffic plus(StepTraffic other) {
        return new StepTraffic(bytes + other.bytes, operations + other.operations);
    }

    /** By group; convolutions of 1×1 are matrix products to some libraries, so both are one group here. */
    static Map<OperatorGroup, StepTraffic> byGroup(Model model, int batch, int elementBytes) {
        var groups = new EnumMap<OperatorGroup, StepTraffic>(OperatorGroup.class);
        ofLayers(model, batch, elementBytes)
                .forEach((cost, traffic) -> groups.merge(group(cost.layer()), traffic, StepTraffic::plus));
        return groups;
    }

    /** By the path of the layer. */
    static Map<String, StepTraffic> byLayer(Model model, int batch, int elementBytes) {
        var layers = new HashMap<String, StepTraffic>();
        ofLayers(model, batch, elementBytes).forEach((cost, traffic) -> layers.put(cost.path(), traffic));
        return layers;
    }

    /** Of those that move much. */
    private static Map<LayerCost, StepTraffic> ofLayers(Model model, int batch, int elementBytes) {
        var layers = new LinkedHashMap<LayerCost, StepTraffic>();
        boolean first = true;
        for (var cost : LayerCost.of(model)) {
            var traffic = of(cost, first, (double) batch * elementBytes, batch);
            if (traffic.operations > 0) {
                first = false;
            }
            if (!traffic.equals(NONE)) {
                layers.put(cost, traffic);
            }
        }
        return layers;
    }

    private static OperatorGroup group(Layer layer) {
        return layer instanceof Layer.BatchNorm2d || layer instanceof Layer.LayerNorm
                ? OperatorGroup.NORM
                : OperatorGroup.CONVOLUTION;
    }

    /** The first layer with weights has no gradient of its input. */
    private static StepTraffic of(LayerCost cost, boolean first, double bytes, int batch) {
        if (cost.layer() instanceof Layer.BatchNorm2d) {
            return new StepTraffic(BATCH_NORM_PASSES * cost.output() * bytes, 0);
        }
        if (cost.layer() instanceof Layer.LayerNorm) {
            return new StepTraffic(LAYER_NORM_PASSES * cost.output() * bytes, 0);
        }
        if (cost.multiplyAdds() == 0) {
            return NONE;
        }
        int passes = first ? CONVOLUTION_PASSES - 1 : CONVOLUTION_PASSES;
        return new StepTraffic(
                passes * (cost.input() + cost.output()) * bytes, 2.0 * passes * cost.multiplyAdds() * batch);
    }
}
