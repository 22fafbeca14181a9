package dev.stoker.tensor;

import dev.stoker.core.DataType;
import dev.stoker.tensor.TapeOperation.Convolution;
import dev.stoker.tensor.TapeOperation.Fork;
import dev.stoker.tensor.TapeOperation.FusedLayerNorm;
import dev.stoker.tensor.TapeOperation.FusedNorm;
import dev.stoker.tensor.TapeOperation.GateInput;
import dev.stoker.tensor.TapeOperation.GateProduct;
import dev.stoker.tensor.TapeOperation.Leaf;
import dev.stoker.tensor.TapeOperation.Pooled;
import dev.stoker.tensor.TapeOperation.Source;
import dev.stoker.tensor.TapeOperation.Sum;
import dev.stoker.tensor.internal.ConvolutionKernel;
import dev.stoker.tensor.internal.DepthwiseKernel;
import dev.stoker.tensor.internal.GateKernel;
import dev.stoker.tensor.internal.LayerNormKernel;
import dev.stoker.tensor.internal.StemConvolution;
import dev.stoker.tensor.internal.UsedWeights;
import dev.stoker.tensor.internal.norm.BatchNormKernel;
import dev.stoker.tensor.internal.norm.MaxPoolKernel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A forward pass in segments: within a segment autograd computes the gradients; between two segments is a fused operation,
 * whose output is a leaf of the next segment. Backward visits the operations from the last to the first, gives each the gradient
 * of its leaf, and lets autograd propagate the result through the segment before.
 *
 * <p>Autograd can run backward through a segment only once. So a tensor that several segments use must be {@link #fork}ed first.
 *
 * <p>A weight that was used before some operation was recorded has its whole gradient when backward has visited that operation and
 * all later ones. So gradients of the last layers can be sent to other ranks while those of the first are being computed.
 */
public final class GradientTape {
    private final Kernels kernels;
    private final long bytesPerSegment;
    private final Optional<Recomputation> recomputation;
    private final Consumer<String> nextWeight;
    private final Deque<Boundary> boundaries = new ArrayDeque<>();
    private final IdentityHashMap<Tensor, Leaf> leaves = new IdentityHashMap<>();
    /** Those that several segments use, in the order in which they were made. */
    private final Deque<Leaf> forks = new ArrayDeque<>();

    private final UsedWeights used = new UsedWeights();
    private long bytesInSegment;

    /**
     * {@code bytesPerSegment} is how many bytes of weights a segment has before it is {@link #cut}; 0 never cuts. {@code nextWeight} takes
     * the name of each weight before it is used.
     */
    GradientTape(
            Kernels kernels, long bytesPerSegment, Optional<Recomputation> recomputation, Consumer<String> nextWeight) {
        this.kernels = kernels;
        this.bytesPerSegment = bytesPerSegment;
        this.recomputation = recomputation;
        this.nextWeight = nextWeight;
    }

    /** Of a block. */
    private static GradientTape within(Kernels kernels) {
        return new GradientTape(kernels, 0, Optional.empty(), _ -> {});
    }

    /** Fused operations, where there are such. */
    record Kernels(
            Optional<BatchNormKernel> batchNorms,
            Optional<LayerNormKernel> layerNorms,
            Optional<GateKernel> gates,
            Optional<StemConvolution> stems,
            Optional<DepthwiseKernel> depthwise,
            Optional<ConvolutionKernel> dense,
            Optional<MaxPoolKernel> maxPools) {
        static final Kernels NONE = ofBatchNorms(Optional.empty());

        /** For convolutions of all channels. */
        static Kernels ofDense(ConvolutionKernel kernel) {
            return new Kernels(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(kernel),
                    Optional.empty());
        }

        boolean areAny() {
            return batchNorms.isPresent() || dense.isPresent();
        }

        static Kernels ofBatchNorms(Optional<BatchNormKernel> batchNorms) {
            return new Kernels(
                    batchNorms,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }
    }

    /** A layer uses a weight of this name now. */
    public void uses(String name, Tensor weight) {
        nextWeight.accept(name);
        used.add(name, boundaries.size());
        if (bytesPerSegment > 0) {
            bytesInSegment += weight.elements() * weight.type().bytes();
        }
    }

    /** The end of a segment where it has many weights, so that their gradients are final early; x itself otherwise. */
    public Tensor cut(Tensor x) {
        return bytesPerSegment > 0 && bytesInSegment >= bytesPerSegment ? fork(x) : x;
    }

    /** The same values, as a leaf that any number of segments may use. */
    public Tensor fork(Tensor x) {
        var known = leaves.get(x);
        if (known != null) {
            forks.addLast(known);
            return x;
        }
        if (!x.requiresGradient()) {
            return x;
        }
        var leaf = leaf(x.detach());
        forks.addLast(leaf);
        add(new Boundary(leaf, source(x), new Fork()));
        return leaf.outside;
    }

    private void add(Boundary boundary) {
        boundaries.addLast(boundary);
        bytesInSegment = 0;
    }

    /** Whether batch norms are fused at all. */
    public boolean fusesBatchNorms() {
        return kernels.batchNorms.isPresent();
    }

    /** Whether {@link #batchNorm} has a fused kernel for this. */
    public boolean supports(Tensor x, Optional<Tensor> summand, BatchNorm norm) {
        return kernels.batchNorms.isPresent() && kernels.batchNorms.get().supports(x, summand, norm);
    }

    /** {@code pooling(activation(norm(x) + summand))}; x and the summand must be outputs of a segment, or leaves. */
    public Tensor batchNorm(Tensor x, Optional<Tensor> summand, BatchNorm norm) {
        var applied = kernels.batchNorms.orElseThrow().apply(x, summand, norm);
        var leaf = leaf(applied.output().detach());
        add(new Boundary(leaf, source(x), new FusedNorm(summand.map(this::source), applied)));
        return leaf.outside;
    }

    /**
     * {@code body + shortcut}, in the memory of the body, which must be the output of a matrix product or convolution: those do not need it
     * for their gradients. The shortcut must be a leaf or the output of a segment.
     */
    public Tensor sum(Tensor body, Tensor shortcut) {
        if (!body.requiresGradient() && !shortcut.requiresGradient()) {
            return body.plus(shortcut);
        }
        var values = body.detach();
        try (var _ = Gradients.off()) {
            values.addInPlace(shortcut);
        }
        var leaf = leaf(values);
        add(new Boundary(leaf, source(body), new Sum(source(shortcut))));
        return leaf.outside;
    }

    /** How a block is computed again: backward runs outside of the autocast block of the forward pass. */
    record Recomputation(Device device, DataType type) {
        Tensor compute(Supplier<Tensor> block) {
            try (var _ = Autocast.open(device, type)) {
                return block.get();
            }
        }
    }

    /** A part of a forward pass, computed on a tape of its own; the second time without changing running statistics. */
    @FunctionalInterface
    public interface Block {
        Tensor compute(Tensor x, GradientTape tape, boolean again);
    }

    /** Whether blocks are to be {@link #recomputed}. */
    public boolean recomputes() {
        return recomputation.isPresent();
    }

    /** Computes a block of which nothing but its input is kept: backward computes it again, and then its gradients. */
    public Tensor recomputed(Tensor x, Block block) {
        var outer = TensorScope.innermost();
        Tensor output;
        try (var _ = TensorScope.open("block");
                var _ = Gradients.off()) {
            var inner = within(kernels);
            output = outer.keep(block.compute(x.detach(), inner, false).detach());
            used.addAll(inner.used, boundaries.size());
        }
        var leaf = leaf(output);
        add(new Boundary(leaf, source(x), new RecomputedBlock(block, recomputation.orElseThrow(), kernels)));
        return leaf.outside;
    }

    /** Whether {@link #layerNorm} has a fused kernel for this. */
    public boolean supportsLayerNorm(Tensor x, Tensor weight) {
        return kernels.layerNorms.isPresent() && kernels.layerNorms.get().supports(x, weight);
    }

    /** Layer norm over the last dimension; x must be the output of a segment, or a leaf. */
    public Tensor layerNorm(Tensor x, Tensor weight, Tensor bias, double epsilon) {
        var applied = kernels.layerNorms.orElseThrow().apply(x, weight, bias, epsilon);
        var leaf = leaf(applied.output().detach());
        add(new Boundary(leaf, source(x), new FusedLayerNorm(applied)));
        return leaf.outside;
    }

    /** A convolution, by a kernel of our own where there is one; x must be the output of a segment, or a leaf. */
    public Tensor convolution(
            Tensor x, Tensor weight, Optional<Tensor> bias, long[] strides, long[] paddings, long groups) {
        if (kernels.stems.isPresent() && kernels.stems.get().supports(x, weight, strides, paddings, groups)) {
            return kernels.stems.get().of(x, weight, bias, paddings[0]);
        }
        return kernel(x, weight, groups)
                .filter(each -> each.supports(x, weight, strides, paddings))
                .map(each -> convolution(each, x, weight, bias, strides, paddings))
                .orElseGet(() -> Functional.conv2d(x, weight, bias, strides, paddings, groups));
    }

    private Optional<? extends ConvolutionKernel> kernel(Tensor x, Tensor weight, long groups) {
        if (groups == x.sizes()[1] && groups == weight.sizes()[0]) {
            return kernels.depthwise;
        }
        return groups == 1 ? kernels.dense : Optional.empty();
    }

    private Tensor convolution(
            ConvolutionKernel kernel, Tensor x, Tensor weight, Optional<Tensor> bias, long[] strides, long[] paddings) {
        if (!x.requiresGradient()
                && !weight.requiresGradient()
                && !bias.map(Tensor::requiresGradient).orElse(false)) {
            return kernel.output(x, weight, bias, strides, paddings);
        }
        var applied = kernel.apply(x, weight, bias, strides, paddings);
        var leaf = leaf(applied.output().detach());
        add(new Boundary(leaf, source(x), new Convolution(applied)));
        return leaf.outside;
    }

    /** Whether {@link #maxPool} has a kernel for this. */
    public boolean supportsMaxPool(Tensor x, MaxPooling pooling) {
        return x.requiresGradient()
                && kernels.maxPools.isPresent()
                && kernels.maxPools.get().supports(x, pooling);
    }

    /** Max pooling; x must be the output of a segment, or a leaf. */
    public Tensor maxPool(Tensor x, MaxPooling pooling) {
        var applied = kernels.maxPools.orElseThrow().apply(x, pooling);
        var leaf = leaf(applied.output().detach());
        add(new Boundary(leaf, source(x), new Pooled(applied)));
        return leaf.outside;
    }

    /** Whether {@link #gate} has a fused kernel for this. */
    public boolean supportsGate(Tensor x) {
        return kernels.gates.isPresent() && kernels.gates.get().supports(x);
    }

    /** x times a gate for each image and channel, which is computed from the means over pixels, in the type of x. */
    public Tensor gate(Tensor x, UnaryOperator<Tensor> ofMeans) {
        var kernel = kernels.gates.orElseThrow();
        var means = leaf(Gradients.untracked(() -> kernel.means(x)));
        var input = new GateInput(kernel, x.detach());
        add(new Boundary(means, source(x), input));
        var gate = ofMeans.apply(means.outside);
        input.gate = gate.detach();
        var product = leaf(Gradients.untracked(() -> kernel.product(x, gate)));
        add(new Boundary(product, source(gate), new GateProduct(input)));
        if (gate != means.outside) {
            means.outside.release();
        }
        gate.release();
        return product.outside;
    }

    /** Accumulates the gradients of everything that the loss was computed from. */
    public void backward(Tensor loss) {
        backward(loss, _ -> {});
    }

    /** The same; {@code finished} takes the name of each weight as soon as its gradient is whole. */
    public void backward(Tensor loss, Consumer<String> finished) {
        loss.backward();
        visit(finished);
    }

    private void visit(Consumer<String> finished) {
        used.finish(boundaries.size(), finished);
        while (!boundaries.isEmpty()) {
            var last = boundaries.removeLast();
            while (!forks.isEmpty() && forks.getLast() == last.leaf) {
                forks.removeLast();
            }
            last.backward();
            // Autograd would add the gradient of the next segment in a kernel of its own.
            forks.reversed().stream().limit(1).forEach(Leaf::keepGradient);
            used.finish(boundaries.size(), finished);
        }
        leaves.clear();
        forks.clear();
    }

    private Leaf leaf(Tensor values) {
        var outside = values.requireGradient();
        var leaf = new Leaf(outside, outside.shared());
        leaves.put(outside, leaf);
        return leaf;
    }

    private Source source(Tensor x) {
        var leaf = leaves.get(x);
        return leaf == null ? new Source(x.shared(), Optional.empty()) : new Source(leaf.values, Optional.of(leaf));
    }

    /** Between segments: an operation that computes its own gradients. */
    private record Boundary(Leaf leaf, Source source, TapeOperation operation) {
        void backward() {
            var gradients = leaf.takeGradients();
            if (!gradients.isEmpty()) { // otherwise the loss does not depend on it
                operation.backward(gradients, leaf, source);
            }
        }
    }

    /** A block whose activations were not kept. */
    private record RecomputedBlock(Block block, Recomputation recomputation, Kernels kernels) implements TapeOperation {
        @Override
        public void backward(List<Tensor> gradients, Leaf leaf, Source source) {
            var gradient = TapeOperation.sum(gradients);
            leaf.values.release();
            var outer = TensorScope.innermost();
            Optional<Tensor> found;
            try (var _ = TensorScope.open("block again")) {
                var input = source.values().detach();
                if (source.isTrained()) {
                    input.requireGradient();
                }
                var tape = within(kernels);
                var output = recomputation.compute(() -> block.compute(input, tape, true));
                if (output.requiresGradient()) { // not all of it is frozen
                    output.backward(gradient);
                    tape.visit(_ -> {});
                }
                found = input.takeGradient().map(outer::keep);
            }
            gradient.release();
            found.ifPresent(source::send);
        }
    }
}
