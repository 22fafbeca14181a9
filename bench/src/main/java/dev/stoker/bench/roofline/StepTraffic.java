package dev.stoker.bench.roofline;

import dev.stoker.nn.LayerCost;
import dev.stoker.nn.Model;
import dev.stoker.nn.layer.Layer;
import dev.stoker.telemetry.trace.OperatorGroup;
import java.util.EnumMap;
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

    private static final StepTraffic NONE = new StepTraffic(0, 0);

    StepTraffic plus(StepTraffic other) {
        return new StepTraffic(bytes + other.bytes, operations + other.operations);
    }

    /** By group; convolutions of 1×1 are matrix products to some libraries, so both are one group here. */
    static Map<OperatorGroup, StepTraffic> of(Model model, int batch, int elementBytes) {
        var groups = new EnumMap<OperatorGroup, StepTraffic>(OperatorGroup.class);
        boolean first = true;
        for (var cost : LayerCost.of(model)) {
            var traffic = of(cost, first, (double) batch * elementBytes, batch);
            if (traffic.operations > 0) {
                first = false;
            }
            if (!traffic.equals(NONE)) {
                groups.merge(group(cost.layer()), traffic, StepTraffic::plus);
            }
        }
        return groups;
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
