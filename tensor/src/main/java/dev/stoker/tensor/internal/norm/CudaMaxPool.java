package dev.stoker.tensor.internal.norm;

import dev.stoker.core.DataType;
import dev.stoker.tensor.ActivationFunction;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.MaxPooling;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.internal.ChannelsLast;
import dev.stoker.tensor.internal.kernel.CudaModule;
import dev.stoker.tensor.internal.kernel.CudaModule.Grid;
import java.util.Optional;

/**
 * By the kernels of norm.cu: an output is 8 channels of a thread, with a byte for each that says where in its window it was. libtorch's have
 * eight bytes, and add up gradients in memory that must be cleared before.
 */
public final class CudaMaxPool implements MaxPoolKernel {
    private static final int WIDTH = 8; // as in norm.cu, and POOL_THREADS
    private static final int THREADS = 256;

    private final Device.Cuda device;

    public CudaMaxPool(Device.Cuda device) {
        this.device = device;
    }

    @Override
    public boolean supports(Tensor x, MaxPooling pooling) {
        return switch (x.type()) {
            case BFLOAT16, FLOAT16, FLOAT32 -> PoolingSizes.supports(x, pooling);
            default -> false;
        };
    }

    @Override
    public Applied apply(Tensor x, MaxPooling pooling) {
        var program = CudaBatchNorm.program(device, x.type(), ActivationFunction.IDENTITY, Optional.of(pooling));
        var sizes = PoolingSizes.of(x, pooling);
        var y = sizes.empty(x);
        var chosen = Tensor.empty(DataType.UINT8, device, y.elements());
        program.launch(
                "pool",
                grid(sizes.outputs(), sizes),
                x.address(),
                y.address(),
                chosen.address(),
                sizes.height(),
                sizes.width(),
                sizes.down(),
                sizes.across(),
                sizes.outputs(),
                sizes.channels());
        return new Pooled(program, sizes, y, chosen);
    }

    private static Grid grid(long places, PoolingSizes sizes) {
        long packs = places * (sizes.channels() / WIDTH);
        return new Grid(Math.toIntExact(Math.ceilDiv(packs, (long) THREADS)), 1, THREADS, 1);
    }

    private record Pooled(CudaModule program, PoolingSizes sizes, Tensor output, Tensor chosen) implements Applied {
        @Override
        public Tensor backward(Tensor gradient) {
            var dy = gradient.channelsLast();
            var dx = ChannelsLast.empty(
                    dy.type(), dy.device(), sizes.images(), sizes.channels(), sizes.height(), sizes.width());
            program.launch(
                    "unpool",
                    grid(sizes.tiles(), sizes),
                    dy.address(),
                    chosen.address(),
                    dx.address(),
                    sizes.height(),
                    sizes.width(),
                    sizes.down(),
                    sizes.across(),
                    sizes.tiles(),
                    sizes.channels());
            dy.release();
            output.release();
            chosen.release();
            return dx;
        }
    }
}
