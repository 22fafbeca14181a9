package dev.stoker.tensor.internal.norm;

import dev.stoker.core.DataType;
import dev.stoker.tensor.BatchNorm;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.internal.ChannelsLast;
import dev.stoker.tensor.internal.kernel.CudaModule;
import java.util.List;
import java.util.Optional;

/**
 * The second half of a norm with max pooling after it. The activations between the two are never in memory: their maxima are, and for
 * each a byte that says where in its window it was.
 */
final class CudaPooledNorm implements BatchNormKernel.Applied {
    private final CudaBatchNorm kernel;
    private final CudaModule program;
    private final PoolingSizes sizes;
    private final Tensor x;
    private final BatchNorm norm;
    private final Tensor saved;
    private final Tensor y;
    private final Tensor chosen;

    private CudaPooledNorm(
            CudaBatchNorm kernel,
            CudaModule program,
            PoolingSizes sizes,
            Tensor x,
            BatchNorm norm,
            Tensor saved,
            Tensor y,
            Tensor chosen) {
        this.kernel = kernel;
        this.program = program;
        this.sizes = sizes;
        this.x = x;
        this.norm = norm;
        this.saved = saved;
        this.y = y;
        this.chosen = chosen;
    }

    static CudaPooledNorm apply(CudaBatchNorm kernel, Tensor x, BatchNorm norm, Tensor saved) {
        var program = kernel.program(x.type(), norm.activation(), norm.pooling());
        var sizes = PoolingSizes.of(x, norm.pooling().orElseThrow());
        var y = sizes.empty(x);
        var chosen = Tensor.empty(DataType.UINT8, kernel.device(), y.elements());
        program.launch(
                "applyPooled",
                kernel.grid(sizes.outputs(), sizes.channels()),
                x.address(),
                y.address(),
                chosen.address(),
                sizes.height(),
                sizes.width(),
                sizes.down(),
                sizes.across(),
                sizes.outputs(),
                sizes.channels(),
                saved.address(),
                norm.weight().address(),
                norm.bias().address());
        return new CudaPooledNorm(kernel, program, sizes, x.detach(), norm, saved, y, chosen);
    }

    @Override
    public Tensor output() {
        return y;
    }

    @Override
    public BatchNormKernel.InputGradients backward(List<Tensor> gradients) {
        try (var _ = Gradients.off()) {
            var dy = gradients.getFirst();
            gradients.stream().skip(1).forEach(dy::addInPlace);
            var grid = kernel.grid(sizes.tiles(), sizes.channels());
            var coefficients = Tensor.empty(DataType.FLOAT32, kernel.device(), 2L * sizes.channels());
            program.launch(
                    "reducePooled",
                    grid,
                    dy.address(),
                    chosen.address(),
                    x.address(),
                    sizes.height(),
                    sizes.width(),
                    sizes.down(),
                    sizes.across(),
                    sizes.tiles(),
                    sizes.rows(),
                    sizes.channels(),
                    saved.address(),
                    norm.weight().address(),
                    norm.bias().address(),
                    CudaModule.gradientAddress(norm.weight()),
                    CudaModule.gradientAddress(norm.bias()),
                    coefficients.address(),
                    kernel.scratch().getFirst(),
                    kernel.scratch().getLast());
            var dx = ChannelsLast.emptyLike(x);
            program.launch(
                    "spreadPooled",
                    grid,
                    dy.address(),
                    chosen.address(),
                    x.address(),
                    dx.address(),
                    sizes.height(),
                    sizes.width(),
                    sizes.down(),
                    sizes.across(),
                    sizes.tiles(),
                    sizes.channels(),
                    saved.address(),
                    norm.weight().address(),
                    norm.bias().address(),
                    coefficients.address());
            List.of(x, y, chosen, saved, coefficients).forEach(Tensor::release);
            return new BatchNormKernel.InputGradients(dx, Optional.empty());
        }
    }
}
