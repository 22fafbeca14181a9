package dev.stoker.tensor;

import dev.stoker.core.DataType;
import dev.stoker.core.random.Seed;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.global.torch;

/**
 * Random masks without a generator. What is kept is a hash of the seed, a step counter on the device and the element, so
 * a captured CUDA graph samples a new mask at every replay, and a repeated step samples the same mask on every device.
 */
public final class DropoutMask {
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;
    private static final int KEPT_BITS = 53;

    private DropoutMask() {}

    /** The rows of a batch that a rank has: row {@code i} is row {@code i * world + rank} of the whole batch. */
    public record Rows(int rank, int world) {
        /** All of them. */
        public static final Rows ALL = new Rows(0, 1);
    }

    /** Of a whole batch. */
    public static Tensor of(Seed seed, Tensor step, double rate, DataType type, long... sizes) {
        return of(seed, step, Rows.ALL, rate, type, sizes);
    }

    /**
     * Zeros with the probability {@code rate} and {@code 1 / (1 - rate)} otherwise, on the step's device.
     *
     * <p>Element {@code i} is decided by the random number {@code i} of {@link dev.stoker.core.random.SeededRandom}, from a seed that
     * is itself the random number {@code step} from {@code seed}: SplitMix64 twice, in integers that wrap around. Elements are
     * counted in the whole batch, so all ranks together sample what one would.
     *
     * @param step one int64 on the device
     */
    public static Tensor of(Seed seed, Tensor step, Rows rows, double rate, DataType type, long... sizes) {
        if (!(rate >= 0 && rate < 1)) {
            throw new IllegalArgumentException("a dropout rate must be at least 0 and below 1, got " + rate);
        }
        var scope = TensorScope.innermost();
        try (var _ = new PointerScope();
                var _ = Gradients.off()) {
            var start = mix(step.handle()
                    .add(new Scalar(1L))
                    .mul_(new Scalar(GOLDEN_GAMMA))
                    .add_(new Scalar(seed.value())));
            var element = elements(rows, count(sizes), sizes[0], step.device());
            var random = mix(element.mul_(new Scalar(GOLDEN_GAMMA)).add_(start));
            var kept = shifted(random, Long.SIZE - KEPT_BITS).ge(new Scalar((long) (rate * (1L << KEPT_BITS))));
            var mask = kept.to(TorchInterop.scalar(type))
                    .mul_(new Scalar(1 / (1 - rate)))
                    .reshape(sizes);
            return scope.keep(new Tensor(mask, scope));
        }
    }

    /** The numbers of elements in the whole batch, from 1. */
    private static org.bytedeco.pytorch.Tensor elements(Rows rows, long count, long ownRows, Device device) {
        var own = torch.arange(new Scalar(1L), new Scalar(count + 1), TorchInterop.options(DataType.INT64, device));
        if (rows.world == 1 || ownRows == 0) {
            return own;
        }
        long perRow = count / ownRows;
        var row = torch.arange(new Scalar(0L), new Scalar(ownRows), TorchInterop.options(DataType.INT64, device));
        var ofOthers = row.mul_(new Scalar((rows.world - 1) * perRow)).add_(new Scalar(rows.rank * perRow));
        return own.reshape(ownRows, perRow).add_(ofOthers.reshape(ownRows, 1)).reshape(count);
    }

    private static org.bytedeco.pytorch.Tensor mix(org.bytedeco.pytorch.Tensor z) {
        z.bitwise_xor_(shifted(z, 30)).mul_(new Scalar(0xbf58476d1ce4e5b9L));
        z.bitwise_xor_(shifted(z, 27)).mul_(new Scalar(0x94d049bb133111ebL));
        return z.bitwise_xor_(shifted(z, 31));
    }

    /** Shifted right with zeros from the left, which libtorch has for unsigned integers only. */
    private static org.bytedeco.pytorch.Tensor shifted(org.bytedeco.pytorch.Tensor z, long bits) {
        return z.bitwise_right_shift(new Scalar(bits)).bitwise_and_(new Scalar((1L << (Long.SIZE - bits)) - 1));
    }

    private static long count(long[] sizes) {
        long count = 1;
        for (long size : sizes) {
            count = Math.multiplyExact(count, size);
        }
        return count;
    }
}
