package dev.stoker.tensor;

import java.util.List;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * Several tensors that one operator call takes together; on a GPU a few kernels process all of them (PyTorch's foreach operators).
 * Nothing here waits for the device. The list belongs to the scope it was created in, as do its tensors.
 */
public final class Tensors {
    private final IValue list;
    private final TensorScope scope;

    private Tensors(IValue list) {
        this.list = list;
        this.scope = TensorScope.innermost();
    }

    public static Tensors of(List<Tensor> tensors) {
        return new Tensors(TorchInterop.list(TorchInterop.vector(tensors)));
    }

    /** The parts of a tensor along its first dimension, as views. */
    public static Tensors partsOf(Tensor stacked) {
        return new Tensors(TorchInterop.list(stacked.handle().unbind(0)));
    }

    IValue list() {
        if (scope.isClosed()) {
            throw new IllegalStateException(
                    "tensors of scope '%s' were used after that scope closed".formatted(scope.name()));
        }
        return list;
    }

    // ---- in place

    public void zeroInPlace() {
        change("aten::_foreach_zero_", "", list());
    }

    public void addInPlace(double value) {
        change("aten::_foreach_add_", "Scalar", list(), value);
    }

    /** Adds {@code factor} times the others. */
    public void addInPlace(Tensors others, double factor) {
        change("aten::_foreach_add_", "List", list(), others.list(), factor);
    }

    public void minusInPlace(Tensors others) {
        change("aten::_foreach_sub_", "List", list(), others.list(), 1.0);
    }

    public void timesInPlace(double factor) {
        change("aten::_foreach_mul_", "Scalar", list(), factor);
    }

    /** Replaces each element by its sign: -1, 0 or 1. */
    public void signInPlace() {
        change("aten::_foreach_sign_", "", list());
    }

    /** Limits each element to a range; NaN stays NaN. */
    public void clampInPlace(double low, double high) {
        change("aten::_foreach_clamp_min_", "Scalar", list(), low);
        change("aten::_foreach_clamp_max_", "Scalar", list(), high);
    }

    /** Multiplies all by one number on the device. */
    public void timesInPlace(Tensor factor) {
        change("aten::_foreach_mul_", "Tensor", list(), factor);
    }

    /** Multiplies each by its factor; a factor without dimensions applies to all elements. */
    public void timesInPlace(Tensors factors) {
        change("aten::_foreach_mul_", "List", list(), factors.list());
    }

    /** Adds {@code factor} times the products of the others. */
    public void addProductsInPlace(Tensors left, Tensors right, double factor) {
        change("aten::_foreach_addcmul_", "Scalar", list(), left.list(), right.list(), factor);
    }

    public void addQuotientsInPlace(Tensors dividends, Tensors divisors) {
        change("aten::_foreach_addcdiv_", "Scalar", list(), dividends.list(), divisors.list(), 1.0);
    }

    /** Copies values, converted where the types differ. */
    public static void copy(Tensors from, Tensors to) {
        change("aten::_foreach_copy_", "", to.list(), from.list(), false);
    }

    /** Moves each tensor toward its target by a share of the distance. */
    public static void lerp(Tensors tensors, Tensors targets, double share) {
        change("aten::_foreach_lerp_", "Scalar", tensors.list(), targets.list(), share);
    }

    // ---- new tensors

    /** These plus {@code factor} times the others. */
    public Tensors plus(Tensors others, double factor) {
        return result("aten::_foreach_add", "List", list(), others.list(), new IValue(factor));
    }

    /** All times one number on the device. */
    public Tensors times(Tensor factor) {
        return result("aten::_foreach_mul", "Tensor", list(), new IValue(factor.handle()));
    }

    public Tensors dividedBy(Tensors others) {
        return result("aten::_foreach_div", "List", list(), others.list());
    }

    public Tensors squareRoots() {
        return result("aten::_foreach_sqrt", "", list());
    }

    /** The Euclidean norm of each, as one vector. */
    public Tensor norms() {
        return result("aten::_foreach_norm", "Scalar", list(), new IValue(2.0), new IValue())
                .stacked();
    }

    /** The largest absolute value of each, as one vector; NaN where one of its elements is NaN. */
    public Tensor largest() {
        return result("aten::_foreach_norm", "Scalar", list(), new IValue(Double.POSITIVE_INFINITY), new IValue())
                .stacked();
    }

    /** The {@code count}-th smallest absolute value of all elements together, counted from 1, as one number. */
    public Tensor smallestMagnitude(long count) {
        var tensors = list().toTensorVector();
        var magnitudes = new org.bytedeco.pytorch.Tensor[Math.toIntExact(tensors.size())];
        for (int i = 0; i < magnitudes.length; i++) {
            magnitudes[i] = tensors.get(i).detach().abs().flatten();
        }
        var all = torch.cat(new TensorVector(magnitudes), 0);
        // The kth value of one long vector occupies a single block of a GPU; sorting occupies all of it.
        return Tensor.of(
                all.is_cuda()
                        ? all.sort().get0().select(0, count - 1)
                        : all.kthvalue(count).get0());
    }

    /** Writes 1 into masks where absolute values are above a number on the device, and 0 elsewhere. */
    public void markLarger(Tensor threshold, Tensors masks) {
        try (var _ = new PointerScope()) {
            var tensors = list().toTensorVector();
            var marks = masks.list().toTensorVector();
            for (long i = 0; i < tensors.size(); i++) {
                marks.get(i).copy_(tensors.get(i).detach().abs().gt(threshold.handle()));
            }
        }
    }

    /** One tensor with a new first dimension; all must be of the same sizes. */
    public Tensor stacked() {
        return Tensor.of(torch.stack(list().toTensorVector()));
    }

    /** Native values of the arguments are created here, where they are freed at once, whatever scope the caller has open. */
    private static void change(String operator, String overload, Object... arguments) {
        try (var _ = new PointerScope()) {
            TorchInterop.call(
                    operator, overload, Stream.of(arguments).map(Tensors::value).toArray(IValue[]::new));
        }
    }

    private static IValue value(Object argument) {
        return switch (argument) {
            case IValue value -> value;
            case Tensor tensor -> new IValue(tensor.handle());
            case Double number -> new IValue(number);
            case Boolean flag -> new IValue(flag);
            default -> throw new IllegalArgumentException("an argument cannot be of " + argument.getClass());
        };
    }

    private static Tensors result(String operator, String overload, IValue... arguments) {
        return new Tensors(TorchInterop.result(operator, overload, arguments));
    }
}
