package dev.stoker.tensor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/**
 * One pass forward in pieces: inside a piece autograd knows the way back, between two pieces stands an operation of our own,
 * whose output starts the next piece as a leaf. Backward goes through the operations from the last to the first, hands each the
 * gradient that reached its leaf, and lets autograd carry the result through the piece before.
 *
 * <p>Autograd can go through a piece once only. So a tensor that several pieces start from must be {@link #cut} first.
 */
public final class GradientTape {
    private final BatchNormKernel engine;
    private final Deque<Boundary> boundaries = new ArrayDeque<>();
    private final IdentityHashMap<Tensor, Leaf> leaves = new IdentityHashMap<>();

    GradientTape(BatchNormKernel engine) {
        this.engine = engine;
    }

    /** The same values, as a leaf that any number of pieces may start from. */
    public Tensor cut(Tensor x) {
        if (leaves.containsKey(x) || !x.requiresGradient()) {
            return x;
        }
        var leaf = leaf(x.detach());
        boundaries.addLast(new Boundary(leaf, source(x), Optional.empty(), Optional.empty()));
        return leaf.outside;
    }

    /** Whether {@link #normed} has a faster way for this than autograd. */
    public boolean takes(Tensor x, Optional<Tensor> summand, BatchNorm norm) {
        return engine.takes(x, summand, norm);
    }

    /** {@code activation(norm(x) + summand)}; x and the summand must end a piece each, or be leaves. */
    public Tensor normed(Tensor x, Optional<Tensor> summand, BatchNorm norm) {
        var applied = engine.apply(x, summand, norm);
        var leaf = leaf(applied.output().detach());
        boundaries.addLast(new Boundary(leaf, source(x), summand.map(this::source), Optional.of(applied)));
        return leaf.outside;
    }

    /** Adds the gradients of everything that the loss was computed from to those that are there. */
    public void backward(Tensor loss) {
        loss.backward();
        while (!boundaries.isEmpty()) {
            boundaries.removeLast().backward();
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

    /** Where a piece starts: the tensor that was given away, our own handle to it, gradients that autograd does not know. */
    private static final class Leaf {
        private final Tensor outside;
        private final Tensor values;
        private final List<Tensor> gradients = new ArrayList<>();

        Leaf(Tensor outside, Tensor values) {
            this.outside = outside;
            this.values = values;
        }

        /** At most two, which the caller has to release. */
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

    /** Where a gradient goes to: to a leaf, or into the piece that ends here. */
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

    /** Between pieces: an operation, or nothing but a cut. */
    private record Boundary(
            Leaf leaf, Source source, Optional<Source> summand, Optional<BatchNormKernel.Applied> applied) {
        void backward() {
            var gradients = leaf.takeGradients();
            if (gradients.isEmpty()) {
                return; // nothing of the loss depends on it
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
