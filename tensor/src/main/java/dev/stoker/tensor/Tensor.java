package dev.stoker.tensor;

import dev.stoker.core.DataType;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.internal.TorchHandles;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.TensorArrayRefOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * An array of numbers on a device. A tensor belongs to the {@link TensorScope} it was created in; using it after that scope
 * closed is an error that names the scope.
 */
public final class Tensor {
    static {
        TorchHandles.provide(Tensor::handle);
    }

    private final org.bytedeco.pytorch.Tensor handle;
    private final TensorScope scope;
    private boolean released;

    Tensor(org.bytedeco.pytorch.Tensor handle, TensorScope scope) {
        this.handle = handle;
        this.scope = scope;
    }

    static Tensor of(org.bytedeco.pytorch.Tensor handle) {
        return new Tensor(handle, TensorScope.innermost());
    }

    /**
     * Releases this handle before its scope closes; what autograd saved of the values stays. For intermediate results, which
     * would otherwise all live until the end of a step.
     */
    public void release() {
        scope.release(handle());
        released = true;
    }

    org.bytedeco.pytorch.Tensor handle() {
        if (released) {
            throw new IllegalStateException(
                    "a tensor of scope '%s' was used after its release".formatted(scope.name()));
        }
        if (scope.isClosed()) {
            throw new IllegalStateException(
                    "a tensor of scope '%s' was used after that scope closed; keep it in an outer scope: outer.keep(tensor)"
                            .formatted(scope.name()));
        }
        return handle;
    }

    // ---- creation

    public static Tensor zeros(DataType type, Device device, long... sizes) {
        var scope = TensorScope.innermost();
        return new Tensor(torch.zeros(sizes, TorchInterop.options(type, device)), scope);
    }

    /** With uninitialized memory. */
    public static Tensor empty(DataType type, Device device, long... sizes) {
        var scope = TensorScope.innermost();
        return new Tensor(torch.empty(sizes, TorchInterop.options(type, device), new MemoryFormatOptional()), scope);
    }

    /** Zeros of the same sizes, type, device and layout. */
    public Tensor zerosLike() {
        return of(torch.zeros_like(handle().detach()));
    }

    /** Zeros of the same sizes, device and layout in another type. */
    public Tensor zerosLike(DataType type) {
        return of(torch.zeros_like(handle().detach()).to(TorchInterop.scalar(type)));
    }

    /** A copy of the values on the device. */
    public static Tensor of(float[] values, Device device, long... sizes) {
        var scope = TensorScope.innermost();
        return new Tensor(TorchInterop.to(torch.tensor(values).reshape(sizes), DataType.FLOAT32, device), scope);
    }

    /** 0 to {@code count} - 1 as int64. */
    public static Tensor range(long count, Device device) {
        return of(torch.arange(new Scalar(0L), new Scalar(count), TorchInterop.options(DataType.INT64, device)));
    }

    /** A view of native memory without a copy; the memory must outlive the tensor. */
    public static Tensor view(MemorySegment memory, DataType type, long... sizes) {
        var scope = TensorScope.innermost();
        return new Tensor(NativeMemoryView.of(memory, type, sizes), scope);
    }

    /** A view like {@link #view}, with the given strides in elements. */
    public static Tensor strided(MemorySegment memory, DataType type, long[] sizes, long[] strides) {
        var scope = TensorScope.innermost();
        return new Tensor(NativeMemoryView.strided(memory, type, sizes, strides), scope);
    }

    // ---- properties

    public long[] sizes() {
        try (var _ = new PointerScope()) {
            var sizes = new long[Math.toIntExact(handle().dim())];
            Arrays.setAll(sizes, i -> handle.size(i));
            return sizes;
        }
    }

    public long elements() {
        return handle().numel();
    }

    public DataType type() {
        return TorchInterop.elementType(handle().scalar_type());
    }

    public Device device() {
        try (var _ = new PointerScope()) {
            return TorchInterop.device(handle().device());
        }
    }

    /** Whether these are images in dense channels-last layout. */
    public boolean isChannelsLast() {
        return handle().is_contiguous(torch.MemoryFormat.ChannelsLast);
    }

    /** Whether elements are dense in row-major order. */
    public boolean isContiguous() {
        return handle().is_contiguous();
    }

    /** The address of the elements on their device. */
    public long address() {
        try (var _ = new PointerScope()) {
            return handle().data_ptr().address();
        }
    }

    // ---- copies and host transfer

    public Tensor to(DataType type, Device device) {
        return of(TorchInterop.to(handle(), type, device));
    }

    /** The same in 32-bit floats, on the same device. */
    public Tensor toFloat() {
        return of(handle().to(torch.ScalarType.Float));
    }

    public Tensor copyFrom(Tensor source) {
        try (var _ = new PointerScope()) {
            handle().copy_(source.handle());
        }
        return this;
    }

    public Tensor channelsLast() {
        return of(handle().contiguous(torch.MemoryFormat.ChannelsLast));
    }

    /** The elements in order as native memory, valid as long as the innermost scope. */
    public MemorySegment toHost() {
        if (elements() == 0) {
            return MemorySegment.NULL; // an empty tensor has no address
        }
        var host = of(TorchInterop.to(handle(), type(), Device.CPU).contiguous());
        return MemorySegment.ofAddress(host.handle.data_ptr().address())
                .reinterpret(Math.multiplyExact(elements(), type().bytes()));
    }

    /** Copies the elements in order to native memory, and waits until they are there. */
    public void copyTo(MemorySegment target) {
        long bytes = Math.multiplyExact(elements(), type().bytes());
        if (!target.isNative() || target.byteSize() != bytes) {
            throw new IllegalArgumentException(
                    "%d bytes of native memory are needed, got %d".formatted(bytes, target.byteSize()));
        }
        if (bytes > 0) {
            try (var _ = TensorScope.open("copy")) {
                DeviceStream.copyToHost(of(handle().contiguous()), target);
            }
        }
    }

    public double value() {
        return handle().item_double();
    }

    // ---- arithmetic

    public Tensor permute(long... order) {
        return of(handle().permute(order));
    }

    public Tensor reshape(long... sizes) {
        return of(handle().reshape(sizes));
    }

    public Tensor flatten(long firstDimension) {
        return of(handle().flatten(firstDimension, -1));
    }

    /** Dimensions from the first to the last of these become one. */
    public Tensor flatten(long firstDimension, long lastDimension) {
        return of(handle().flatten(firstDimension, lastDimension));
    }

    public Tensor plus(double value) {
        return of(handle().add(new Scalar(value)));
    }

    public Tensor plus(Tensor other) {
        return of(handle().add(other.handle()));
    }

    public Tensor minus(Tensor other) {
        return of(handle().sub(other.handle()));
    }

    public Tensor times(Tensor other) {
        return of(handle().mul(other.handle()));
    }

    public Tensor times(double factor) {
        return of(handle().mul(new Scalar(factor)));
    }

    /** Times an integer; integers stay integers. */
    public Tensor timesWhole(long factor) {
        return of(handle().mul(new Scalar(factor)));
    }

    /** Moves toward the end by a share of the distance; a share of 1 is the end itself, bit for bit. */
    public Tensor lerp(Tensor end, Tensor share) {
        return of(handle().lerp(end.handle(), share.handle()));
    }

    public Tensor dividedBy(Tensor other) {
        return of(handle().div(other.handle()));
    }

    /** This over the other, and 1 where one of the two is not above 0. */
    public Tensor ratioOrOne(Tensor other) {
        var usable = handle().gt(new Scalar(0.0)).logical_and(other.handle().gt(new Scalar(0.0)));
        return of(torch.where(usable, handle().div(other.handle()), new Scalar(1.0)));
    }

    public Tensor reciprocal() {
        return of(handle().reciprocal());
    }

    /** One over each element, and 0 where that is not above 0. */
    public Tensor reciprocalOrZero() {
        var usable = handle().gt(new Scalar(0.0));
        return of(torch.where(usable, handle().reciprocal(), new Scalar(0.0)));
    }

    /** Each element to a power. */
    public Tensor toPower(double exponent) {
        return of(handle().pow(new Scalar(exponent)));
    }

    /** e to the power of each element, minus 1; exact also near 0. */
    public Tensor exponentialMinusOne() {
        return of(handle().expm1());
    }

    /** Elements below {@code minimum} become it; no gradient passes through those. */
    public Tensor atLeast(double minimum) {
        return of(handle().clamp_min(new Scalar(minimum)));
    }

    /** {@code base} to the power of each element. */
    public Tensor asPowerOf(double base) {
        return of(torch.pow(new Scalar(base), handle()));
    }

    /** Matrix products over the last two dimensions. */
    public Tensor matrixTimes(Tensor other) {
        return of(handle().matmul(other.handle()));
    }

    /** The last two dimensions exchanged, as a view. */
    public Tensor transposed() {
        return of(handle().mT());
    }

    /** Euclidean norms over these dimensions, which stay as dimensions of one element. */
    public Tensor norms(long... dimensions) {
        return of(torch.linalg_vector_norm(handle(), new Scalar(2.0), dimensions, true, new ScalarTypeOptional()));
    }

    /** Flipped along a dimension. */
    public Tensor flipped(long dimension) {
        return of(handle().flip(dimension));
    }

    /** A part of a dimension, as a view. */
    public Tensor narrow(long dimension, long from, long count) {
        return of(handle().narrow(dimension, from, count));
    }

    public Tensor sum() {
        return of(handle().sum());
    }

    public Tensor argmax(long dimension) {
        return of(handle().argmax(new LongOptional(dimension), false));
    }

    /** How many rows have their label among the {@code count} columns with the largest values, as one float64. */
    public Tensor countAmongLargest(Tensor labels, long count) {
        var largest = handle().topk(count).get1();
        return of(largest.eq(labels.handle().unsqueeze(1)).sum(new ScalarTypeOptional(torch.ScalarType.Double)));
    }

    /** How many elements equal those of the other, as one float64. */
    public Tensor countEqual(Tensor other) {
        return of(handle().eq(other.handle()).sum(new ScalarTypeOptional(torch.ScalarType.Double)));
    }

    /** How many rows are at least 0 where those of {@code expected} are above 0, and below 0 elsewhere, as one float64. */
    public Tensor countMatchingRows(Tensor expected) {
        var equal = handle().ge(new Scalar(0.0)).eq(expected.handle().gt(new Scalar(0.0)));
        return of(equal.all(1).sum(new ScalarTypeOptional(torch.ScalarType.Double)));
    }

    /** The number (int64) of the bin that each element falls into; those below the first, and NaN, are in it, those above the last in that. */
    public Tensor bins(double lowest, double binsPerUnit, long count) {
        var position =
                handle().sub(new Scalar(lowest)).mul(new Scalar(binsPerUnit)).floor();
        var inside = position.nan_to_num(new DoubleOptional(0), new DoubleOptional(count), new DoubleOptional(0))
                .clamp_min(new Scalar(0.0))
                .clamp_max(new Scalar(count - 1.0));
        return of(inside.to(torch.ScalarType.Long));
    }

    public Tensor addInPlace(Tensor other) {
        try (var _ = new PointerScope()) {
            handle().add_(other.handle());
        }
        return this;
    }

    /** The element of this vector at each of {@code indices} (int64). */
    public Tensor elementsAt(Tensor indices) {
        return of(handle().index_select(0, indices.handle()));
    }

    /** Adds each of {@code values} to the element of this vector that {@code indices} (int64) names for it. */
    public Tensor addAtInPlace(Tensor indices, Tensor values) {
        try (var _ = new PointerScope()) {
            handle().scatter_add_(0, indices.handle(), values.handle());
        }
        return this;
    }

    public Tensor addInPlace(long value) {
        try (var _ = new PointerScope()) {
            handle().add_(new Scalar(value));
        }
        return this;
    }

    public Tensor fillInPlace(long value) {
        try (var _ = new PointerScope()) {
            handle().fill_(new Scalar(value));
        }
        return this;
    }

    public Tensor fillInPlace(double value) {
        try (var _ = new PointerScope()) {
            handle().fill_(new Scalar(value));
        }
        return this;
    }

    public Tensor zeroInPlace() {
        try (var _ = new PointerScope()) {
            handle().zero_();
        }
        return this;
    }

    /** The elements from {@code first} on, as a view of the first dimension. */
    public Tensor part(long first, long count) {
        return of(handle().narrow(0, first, count));
    }

    /** The element at an index of the first dimension, as a view. */
    public Tensor at(long index) {
        return of(handle().select(0, index));
    }

    // ---- gradients

    public Tensor requireGradient() {
        try (var _ = new PointerScope()) {
            handle().set_requires_grad(true);
        }
        return this;
    }

    /** Undoes {@link #requireGradient}: nothing is recorded for this tensor from now on. */
    public Tensor disableGradient() {
        try (var _ = new PointerScope()) {
            handle().set_requires_grad(false);
        }
        return this;
    }

    public boolean requiresGradient() {
        return handle().requires_grad();
    }

    /** Gives this tensor a gradient of zeros, in its own layout, so that the gradient's address never changes; keeps one it has. */
    public Tensor createGradient() {
        try (var _ = new PointerScope()) {
            if (handle().grad().defined()) {
                handle().grad().zero_();
            } else {
                handle().mutable_grad().put(torch.zeros_like(handle().detach()));
            }
        }
        return this;
    }

    /**
     * Gives it a gradient of zeros that is a part of another tensor, from this element on, in the memory layout of this one. It
     * must not have a gradient yet: others may refer to that.
     */
    public void createGradientIn(Tensor flat, long from) {
        try (var _ = new PointerScope()) {
            if (handle().grad().defined()) {
                throw new IllegalStateException("the tensor has a gradient already");
            }
            var part = flat.handle().as_strided(sizes(), strides(), new LongOptional(from));
            handle().mutable_grad().put(part.zero_());
        }
    }

    private long[] strides() {
        var strides = new long[Math.toIntExact(handle().dim())];
        Arrays.setAll(strides, i -> handle.stride(i));
        return strides;
    }

    public Tensor detach() {
        return of(handle().detach());
    }

    /**
     * Another tensor over the same memory, without a gradient. Autograd does not notice when the values change through one of
     * them, so several threads may train on them at once.
     */
    public Tensor sharingMemory() {
        return of(handle().variable_data());
    }

    /** From now on this tensor has the memory of another one of the same sizes and type. */
    public void shareMemoryOf(Tensor other) {
        handle().set_data(other.handle());
    }

    /** Another handle to the same tensor, gradient included; each is released by itself. */
    Tensor shared() {
        return of(new org.bytedeco.pytorch.Tensor(handle()));
    }

    /** Removes and returns the gradient; empty where none has reached this tensor. */
    public Optional<Tensor> takeGradient() {
        var slot = handle().mutable_grad();
        if (!slot.defined()) {
            return Optional.empty();
        }
        var gradient = of(new org.bytedeco.pytorch.Tensor(slot));
        try (var _ = new PointerScope()) {
            slot.put(new org.bytedeco.pytorch.Tensor());
        }
        return Optional.of(gradient);
    }

    public Tensor gradient() {
        var gradient = of(handle().grad());
        if (!gradient.handle.defined()) {
            throw new IllegalStateException("no gradient has reached this tensor: call backward() on a loss first");
        }
        return gradient;
    }

    public void backward() {
        handle().backward();
    }

    /** Backward from a tensor whose gradient is known. */
    void backward(Tensor gradient) {
        try (var _ = new PointerScope()) {
            handle().backward(gradient.handle(), new BoolOptional(), false, new TensorArrayRefOptional());
        }
    }

    @Override
    public String toString() {
        return scope.isClosed()
                ? "Tensor of closed scope " + scope.name()
                : Arrays.stream(sizes()).mapToObj(Long::toString).collect(Collectors.joining("×")) + " " + type();
    }
}
