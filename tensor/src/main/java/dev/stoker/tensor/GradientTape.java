package dev.stoker.tensor;

import dev.stoker.tensor.internal.LayerNormKernel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

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
    private final Optional<BatchNormKernel> engine;
    private final Optional<LayerNormKernel> layerNorms;
    private final long bytesPerSegment;
    private final Deque<Boundary> boundaries = new ArrayDeque<>();
    private final IdentityHashMap<Tensor, Leaf> leaves = new IdentityHashMap<>();
    private final UsedWeights used = new UsedWeights();
    private long bytesInSegment;

    /** {@code bytesPerSegment} is how many bytes of weights a segment has before it is {@link #cut}; 0 never cuts. */
    GradientTape(Optional<BatchNormKernel> engine, Optional<LayerNormKernel> layerNorms, long bytesPerSegment) {
        this.engine = engine;
        this.layerNorms = layerNorms;
        this.bytesPerSegment = bytesPerSegment;
    }

    /** A layer uses a weight of this name now. */
    public void uses(String name, Tensor weight) {
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
        if (leaves.containsKey(x) || !x.requiresGradient()) {
            return x;
        }
        var leaf = leaf(x.detach());
        add(new Boundary(leaf, source(x), Optional.empty(), Optional.empty()));
        return leaf.outside;
    }

    private void add(Boundary boundary) {
        boundaries.addLast(boundary);
        bytesInSegment = 0;
    }

    /** Whether {@link #batchNorm} has a fused kernel for this. */
    public boolean supports(Tensor x, Optional<Tensor> summand, BatchNorm norm) {
        return engine.isPresent() && engine.get().supports(x, summand, norm);
    }

    /** {@code activation(norm(x) + summand)}; x and the summand must be outputs of a segment, or leaves. */
    public Tensor batchNorm(Tensor x, Optional<Tensor> summand, BatchNorm norm) {
        var applied = engine.orElseThrow().apply(x, summand, norm);
        var leaf = leaf(applied.output().detach());
        add(new Boundary(leaf, source(x), summand.map(this::source), Optional.of(applied)));
        return leaf.outside;
    }

    /** Whether {@link #layerNorm} has a fused kernel for this. */
    public boolean supportsLayerNorm(Tensor x, Tensor weight) {
        return layerNorms.isPresent() && layerNorms.get().supports(x, weight);
    }

    /** Layer norm over the last dimension; x must be the output of a segment, or a leaf. */
    public Tensor layerNorm(Tensor x, Tensor weight, Tensor bias, double epsilon) {
        var applied = layerNorms.orElseThrow().apply(x, weight, bias, epsilon);
        var leaf = leaf(applied.output().detach());
        add(new Boundary(leaf, source(x), Optional.empty(), Optional.of(new NormedLayer(applied))));
        return leaf.outside;
    }

    /** A layer norm as the boundary of segments. */
    private record NormedLayer(LayerNormKernel.Applied applied) implements BatchNormKernel.Applied {
        @Override
        public Tensor output() {
            return applied.output();
        }

        @Override
        public BatchNormKernel.InputGradients backward(List<Tensor> gradients) {
            gradients.stream().skip(1).forEach(gradients.getFirst()::addInPlace);
            return new BatchNormKernel.InputGradients(applied.backward(gradients.getFirst()), Optional.empty());
        }
    }

    /** Accumulates the gradients of everything that the loss was computed from. */
    public void backward(Tensor loss) {
        backward(loss, _ -> {});
    }

    /** The same; {@code finished} takes the name of each weight as soon as its gradient is whole. */
    public void backward(Tensor loss, Consumer<String> finished) {
        loss.backward();
        used.finish(boundaries.size(), finished);
        while (!boundaries.isEmpty()) {
            boundaries.removeLast().backward();
            used.finish(boundaries.size(), finished);
        }
        leaves.clear();
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

    /** The start of a segment: the tensor that was handed out, our own handle to it, and gradients that autograd does not know. */
    private static final class Leaf {
        private final Tensor outside;
        private final Tensor values;
        private final List<Tensor> gradients = new ArrayList<>();

        Leaf(Tensor outside, Tensor values) {
            this.outside = outside;
            this.values = values;
        }

        /** At most two, which the caller must release. */
        List<Tensor> takeGradients() {
            values.takeGradient().ifPresent(gradients::add);
            while (gradients.size() > 2) {
                var last = gradients.removeLast();
                gradients.getFirst().addInPlace(last);
                last.release();
            }
            return gradients;
        }
    }

    /** Where a gradient goes: to a leaf, or into the segment that ends here. */
    private record Source(Tensor values, Optional<Leaf> leaf) {
        void send(Tensor gradient) {
            if (leaf.isPresent()) {
                leaf.get().gradients.add(gradient);
                return;
            }
            if (values.requiresGradient()) {
                values.backward(gradient);
            }
            gradient.release();
            values.release();
        }
    }

    /** Between segments: a fused operation, or only a fork. */
    private record Boundary(
            Leaf leaf, Source source, Optional<Source> summand, Optional<BatchNormKernel.Applied> applied) {
        void backward() {
            var gradients = leaf.takeGradients();
            if (gradients.isEmpty()) {
                return; // the loss does not depend on it
            }
            if (applied.isPresent()) {
                var found = applied.get().backward(gradients);
                gradients.forEach(Tensor::release);
                leaf.values.release();
                summand.ifPresent(each -> each.send(found.summand().orElseThrow()));
                source.send(found.x());
            } else {
                var all = gradients.getFirst();
                if (gradients.size() > 1) {
                    all.addInPlace(gradients.getLast());
                    gradients.getLast().release();
                }
                leaf.values.release();
                source.send(all);
            }
        }
    }
}
