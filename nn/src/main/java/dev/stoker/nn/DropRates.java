package dev.stoker.nn;

import dev.stoker.core.StokerException;
import dev.stoker.nn.layer.Layer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Other rates of dropout and stochastic depth than those of a model.
 *
 * @param dropPath the rate of stochastic depth of the deepest block; those of the others are in proportion
 * @param dropout the rate of dropout in the classifier: of what comes after the last convolution or attention; where there is none, of a
 *     layer before the last linear one
 */
public record DropRates(Optional<Double> dropPath, Optional<Double> dropout) {

    /** The model with these rates; its weights are the same. */
    public Model of(Model model) {
        if (dropPath.isEmpty() && dropout.isEmpty()) {
            return model;
        }
        var rewriting = new Rewriting(model);
        return new Model(model.name(), model.input(), model.classes(), rewriting.layer(model.root()));
    }

    private static List<Layer> leaves(Layer layer) {
        var leaves = new ArrayList<Layer>();
        new Walk() {
            @Override
            Layer leaf(Layer leaf) {
                leaves.add(leaf);
                return leaf;
            }
        }.layer(layer);
        return leaves;
    }

    /** Replaces leaves, in the order of the tree. */
    private abstract static class Walk {
        abstract Layer leaf(Layer leaf);

        final Layer layer(Layer layer) {
            if (layer instanceof Layer.Sequential sequential) {
                return sequential(sequential);
            }
            if (layer instanceof Layer.Residual residual) {
                var body = sequential(residual.body());
                var shortcut = sequential(residual.shortcut());
                return new Layer.Residual(
                        residual.bodyName(), body, residual.shortcutName(), shortcut, residual.activation());
            }
            if (layer instanceof Layer.Concat(List<Layer.Named> branches)) {
                return new Layer.Concat(branches.stream()
                        .map(branch -> new Layer.Named(branch.name(), layer(branch.layer())))
                        .toList());
            }
            if (layer instanceof Layer.Gate(Layer.Sequential gate)) {
                return new Layer.Gate(sequential(gate));
            }
            return layer instanceof Layer.Auxiliary(Layer.Sequential head, int smallest)
                    ? new Layer.Auxiliary(sequential(head), smallest)
                    : leaf(layer);
        }

        Layer.Sequential sequential(Layer.Sequential sequential) {
            return new Layer.Sequential(sequential.children().stream()
                    .map(child -> new Layer.Named(child.name(), layer(child.layer())))
                    .toList());
        }
    }

    private final class Rewriting extends Walk {
        private final List<Layer> leaves;
        private final double factor;
        private final int body;
        private final int inserted;
        private int next;

        Rewriting(Model model) {
            leaves = leaves(model.root());
            factor = dropPath.map(rate -> rate / deepest(model)).orElse(1.0);
            body = lastOfBody();
            inserted = dropout.isPresent() && !hasDropout() ? lastLinear(model) : -1;
        }

        private double deepest(Model model) {
            double rate = leaves.stream()
                    .mapToDouble(leaf -> leaf instanceof Layer.DropPath(double own) ? own : 0)
                    .max()
                    .orElse(0);
            if (rate == 0) {
                throw new StokerException(
                                "drop-path is the rate of stochastic depth, which model %s has not; choose one that has, such as convnext_tiny or deit_s_16, or remove drop-path"
                                        .formatted(model.name()))
                        .about("drop-path");
            }
            return rate;
        }

        private int lastOfBody() {
            int last = -1;
            for (int i = 0; i < leaves.size(); i++) {
                var leaf = leaves.get(i);
                if (leaf instanceof Layer.Conv2d
                        || leaf instanceof Layer.MixedConv2d
                        || leaf instanceof Layer.SelfAttention) {
                    last = i;
                }
            }
            return last;
        }

        private boolean hasDropout() {
            return leaves.stream().skip(body + 1L).anyMatch(Layer.Dropout.class::isInstance);
        }

        private int lastLinear(Model model) {
            for (int i = leaves.size() - 1; i > body; i--) {
                if (leaves.get(i) instanceof Layer.Linear) {
                    return i;
                }
            }
            throw new StokerException(
                            "dropout is that of a classifier, but model %s has no linear layer after its last convolution; remove dropout"
                                    .formatted(model.name()))
                    .about("dropout");
        }

        @Override
        Layer leaf(Layer leaf) {
            int index = next++;
            if (leaf instanceof Layer.DropPath(double rate)) {
                return new Layer.DropPath(rate * factor);
            }
            return leaf instanceof Layer.Dropout(double rate) && index > body
                    ? new Layer.Dropout(dropout.orElse(rate))
                    : leaf;
        }

        @Override
        Layer.Sequential sequential(Layer.Sequential sequential) {
            var children = new ArrayList<Layer.Named>();
            for (var child : sequential.children()) {
                if (next == inserted && child.layer() instanceof Layer.Linear) {
                    children.add(new Layer.Named("dropout", new Layer.Dropout(dropout.orElseThrow())));
                }
                children.add(new Layer.Named(child.name(), layer(child.layer())));
            }
            return new Layer.Sequential(children);
        }
    }
}
