package dev.stoker.tensor;

import dev.stoker.tensor.internal.ConvolutionKernel;
import dev.stoker.tensor.internal.GateKernel;
import dev.stoker.tensor.internal.LayerNormKernel;
import dev.stoker.tensor.internal.norm.BatchNormKernel;
import dev.stoker.tensor.internal.norm.MaxPoolKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is between two segments of a {@link GradientTape}: it computes its own gradients. */
interface TapeOperation {
    /** Sends the gradients of the source on; those of the leaf are to be released, and the leaf. */
    void backward(List<Tensor> gradients, Leaf leaf, Source source);

    /** The start of a segment: the tensor that was handed out, our own handle to it, and gradients that autograd does not know. */
    final class Leaf {
        final Tensor outside;
        final Tensor values;
        private final List<Tensor> gradients = new ArrayList<>();

        Leaf(Tensor outside, Tensor values) {
            this.outside = outside;
            this.values = values;
        }

        /** Takes the gradient that autograd has for this, so that it does not add the next one to it. */
        void keepGradient() {
            if (gradients.size() < 2) {
                values.takeGradient().ifPresent(gradients::add);
            }
        }

        /** A gradient that is here already, where others can be added to it in its memory. */
        Optional<Tensor> takeOther() {
            values.takeGradient().ifPresent(gradients::add);
            boolean fits = !gradients.isEmpty() && gradients.getLast().isContiguous();
            return fits ? Optional.of(gradients.removeLast()) : Optional.empty();
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
    record Source(Tensor values, Optional<Leaf> leaf) {
        /** Whether anybody wants a gradient. */
        boolean isTrained() {
            return leaf.isPresent() || values.requiresGradient();
        }

        /** What has reached a leaf from elsewhere. */
        Optional<Tensor> takeOther() {
            return leaf.flatMap(Leaf::takeOther);
        }

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

    /** Batch norm with what follows it. */
    record FusedNorm(Optional<Source> summand, BatchNormKernel.Applied applied) implements TapeOperation {
        @Override
        public void backward(List<Tensor> gradients, Leaf leaf, Source source) {
            var found = applied.backward(gradients);
            gradients.forEach(Tensor::release);
            leaf.values.release();
            summand.ifPresent(each -> each.send(found.summand().orElseThrow()));
            source.send(found.x());
        }
    }

    record FusedLayerNorm(LayerNormKernel.Applied applied) implements TapeOperation {
        @Override
        public void backward(List<Tensor> gradients, Leaf leaf, Source source) {
            var gradient = sum(gradients);
            var found = applied.backward(gradient, source.takeOther());
            gradient.release();
            leaf.values.release();
            source.send(found);
        }
    }

    record Convolution(ConvolutionKernel.Applied applied) implements TapeOperation {
        @Override
        public void backward(List<Tensor> gradients, Leaf leaf, Source source) {
            var gradient = sum(gradients);
            var found = applied.backward(gradient, source.isTrained());
            gradient.release();
            leaf.values.release();
            found.ifPresentOrElse(source::send, source.values::release);
        }
    }

    record Pooled(MaxPoolKernel.Applied applied) implements TapeOperation {
        @Override
        public void backward(List<Tensor> gradients, Leaf leaf, Source source) {
            var gradient = sum(gradients);
            var found = applied.backward(gradient);
            gradient.release();
            leaf.values.release();
            source.send(found);
        }
    }

    /** Both summands have the same gradient, in the same memory: the body has used it up when its shortcut adds to it. */
    record Sum(Source shortcut) implements TapeOperation {
        @Override
        public void backward(List<Tensor> gradients, Leaf leaf, Source body) {
            var gradient = sum(gradients);
            leaf.values.release();
            shortcut.send(gradient.shared());
            body.send(gradient);
        }
    }

    /** The means that a gate is computed from. What reaches x through them and through the product is written at once. */
    final class GateInput implements TapeOperation {
        private final GateKernel kernel;
        private final Tensor x;

        @Nullable
        Tensor gate;

        private @Nullable Tensor ofProduct;

        GateInput(GateKernel kernel, Tensor x) {
            this.kernel = kernel;
            this.x = x;
        }

        @Override
        public void backward(List<Tensor> gradients, Leaf leaf, Source source) {
            var ofMeans = sum(gradients);
            leaf.values.release();
            var product = Objects.requireNonNull(ofProduct);
            var factor = Objects.requireNonNull(gate);
            var found = Gradients.untracked(() -> kernel.inputGradient(product, factor, ofMeans));
            List.of(x, product, factor, ofMeans).forEach(Tensor::release);
            source.send(found);
        }
    }

    record GateProduct(GateInput input) implements TapeOperation {
        @Override
        public void backward(List<Tensor> gradients, Leaf leaf, Source gate) {
            var gradient = sum(gradients);
            leaf.values.release();
            input.ofProduct = gradient;
            gate.send(Gradients.untracked(() -> input.kernel.gateGradient(gradient, input.x)));
        }
    }

    record Fork() implements TapeOperation {
        @Override
        public void backward(List<Tensor> gradients, Leaf leaf, Source source) {
            leaf.values.release();
            source.send(sum(gradients));
        }
    }

    /** Of one or two gradients; the second is released. */
    static Tensor sum(List<Tensor> gradients) {
        var all = gradients.getFirst();
        if (gradients.size() > 1) {
            all.addInPlace(gradients.getLast());
            gradients.getLast().release();
        }
        return all;
    }
}
