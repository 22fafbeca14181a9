package dev.stoker.train.optimizer;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Orthogonalized momentum (Jordan et al., 2024): a step changes all directions of a matrix equally, also those with small
 * gradients. Kernels count as matrices of output channels by the rest. Matrices of the same sizes are updated as one batch.
 */
final class MuonUpdate implements GroupedOptimizer.Update {
    private final double momentum;
    private final double weightDecay;
    private final int newtonSchulzSteps;
    private final boolean normalized;
    private final Tensors parameters;
    private final List<Batch> batches = new ArrayList<>();

    /** Matrices of the same sizes. */
    private record Batch(Tensors parameters, Tensors gradients, Tensors momenta, long[] sizes, double scale) {}

    MuonUpdate(Optimizer.Settings.Muon settings, ParameterGroup group, Map<String, Tensor> state) {
        momentum = settings.momentum();
        weightDecay = group.weightDecay();
        newtonSchulzSteps = settings.newtonSchulzSteps();
        normalized = settings.normalized();
        parameters = group.values();
        var bySizes = new LinkedHashMap<List<Long>, Map<String, Tensor>>();
        group.parameters()
                .forEach((name, tensor) -> bySizes.computeIfAbsent(
                                Arrays.stream(tensor.sizes()).boxed().toList(), _ -> new LinkedHashMap<>())
                        .put(name, tensor));
        bySizes.forEach((sizes, members) -> batches.add(
                batch(new ParameterGroup(members, group.rateFactor(), weightDecay, group.until()), sizes, state)));
    }

    private static Batch batch(ParameterGroup group, List<Long> sizes, Map<String, Tensor> state) {
        double rows = sizes.getFirst();
        double columns = sizes.stream().skip(1).reduce(1L, Math::multiplyExact);
        long[] stacked = new long[sizes.size() + 1];
        stacked[0] = group.parameters().size();
        Arrays.setAll(stacked, i -> i == 0 ? stacked[0] : sizes.get(i - 1));
        return new Batch(
                group.values(),
                group.gradients(),
                group.slot("momentum", state),
                stacked,
                Math.sqrt(Math.max(1, rows / columns)));
    }

    @Override
    public void step(Tensor rate) {
        if (weightDecay > 0) {
            parameters.timesInPlace(rate.times(-weightDecay).plus(1));
        }
        for (var batch : batches) {
            if (normalized) {
                normalize(batch.parameters, (double) batch.sizes[1]);
            }
            batch.momenta.timesInPlace(momentum);
            batch.momenta.addInPlace(batch.gradients, 1);
            var slopes = batch.gradients.plus(batch.momenta, momentum).stacked();
            var updates = orthogonal(slopes.flatten(2))
                    .reshape(batch.sizes)
                    .times(rate)
                    .times(batch.scale);
            batch.parameters.minusInPlace(Tensors.partsOf(updates));
        }
    }

    /** Kernels before a batch norm have the same effect at any norm; at this one the rate is the angle they rotate by. */
    private static void normalize(Tensors kernels, double filters) {
        var factors = kernels.norms().reciprocal().times(Math.sqrt(filters));
        kernels.timesInPlace(Tensors.partsOf(factors));
    }

    /**
     * Newton–Schulz iterations whose coefficients bring singular values quickly, the large ones first, to between 0.7 and 1.2,
     * which is orthogonal enough; five are enough for nearly all of them. In bfloat16 on a GPU, where it is fast, and precise
     * enough.
     */
    private Tensor orthogonal(Tensor matrices) {
        var type = matrices.device() instanceof Device.Cuda ? DataType.BFLOAT16 : DataType.FLOAT32;
        long[] sizes = matrices.sizes();
        boolean tall = sizes[1] > sizes[2];
        var x = (tall ? matrices.transposed() : matrices).to(type, matrices.device());
        x = x.dividedBy(x.norms(1, 2).plus(1e-7));
        for (int i = 0; i < newtonSchulzSteps; i++) {
            var squares = x.matrixTimes(x.transposed());
            var bend = squares.times(-4.7750).plus(squares.matrixTimes(squares).times(2.0315));
            x = x.times(3.4445).plus(bend.matrixTimes(x));
        }
        return (tall ? x.transposed() : x).toFloat();
    }
}
