package dev.stoker.train.step;

import dev.stoker.core.StokerException;
import dev.stoker.nn.Model;
import dev.stoker.nn.RecomputedBlocks;
import java.util.Optional;

/**
 * What a step does besides forward pass, backward pass and update.
 *
 * @param loss the loss function; cross entropy by default
 * @param microBatches micro-batches of a step whose gradients are accumulated before one update
 * @param clipping gradient clipping; none by default
 * @param averageDecay decay of the exponential moving average of the weights; 0 disables
 * @param lookahead steps between two updates of Lookahead's slow weights; 0 disables
 * @param ascent radius (rho) of sharpness-aware minimization (SAM), whose steps have two backward passes; 0 disables
 * @param distillation a teacher to learn from besides the labels, where there is one
 * @param pruning weights that become 0, where there are such
 * @param recompute whether activations of blocks are computed again in backward instead of kept
 * @param outOfMemory what happens when the device has too little memory for a step
 */
public record StepSettings(
        Precision precision,
        Loss loss,
        int microBatches,
        Clipping clipping,
        MixupCutmixSettings mixing,
        double averageDecay,
        int lookahead,
        double ascent,
        Optional<Distillation> distillation,
        Optional<PruningSettings> pruning,
        Capture capture,
        Fusing fusing,
        Recompute recompute,
        OutOfMemory outOfMemory) {
    /** What happens when the device has too little memory for a step. */
    public enum OutOfMemory {
        /** The step is repeated in twice as many micro-batches, and so are all that follow. */
        HALVE,
        FAIL
    }

    /** Whether activations within residual blocks and concatenated branches are computed again in backward, which takes less memory. */
    public enum Recompute {
        NONE,
        /** When the device has too little memory, before micro-batches become smaller; not on several ranks. */
        AUTO,
        BLOCKS
    }

    /** Whether custom kernels fuse several operators. */
    public enum Fusing {
        /** Where there are kernels for the device and the layers. */
        AUTO,
        OFF
    }

    /** Whether a step is captured as a CUDA graph. */
    public enum Capture {
        /** On a GPU, if capturing succeeds. */
        AUTO,
        OFF
    }

    public StepSettings {
        if (microBatches < 1) {
            throw new IllegalArgumentException("micro-batches must be at least 1, got " + microBatches);
        }
        if (!(averageDecay >= 0 && averageDecay < 1)) {
            throw new IllegalArgumentException(
                    "decay of the weight average must be at least 0 and below 1, got " + averageDecay);
        }
        if (lookahead < 0) {
            throw new IllegalArgumentException("lookahead must be at least 0, got " + lookahead);
        }
        if (!(ascent >= 0 && Double.isFinite(ascent))) {
            throw new IllegalArgumentException("the radius of SAM must be at least 0, got " + ascent);
        }
    }

    /** Refuses what a model cannot do; called before anything is allocated for it. */
    public void check(Model model) {
        if (recompute == Recompute.BLOCKS && !RecomputedBlocks.isIn(model)) {
            throw new StokerException(
                            "recompute blocks is for models with two or more residual blocks or concatenated branches, which %s has not; use recompute auto or none"
                                    .formatted(model.name()))
                    .about("recompute");
        }
    }

    /** Starts from a plain step in this precision. */
    public static Builder builder(Precision precision) {
        return new Builder(precision);
    }

    /** Forward pass, backward pass and update in one batch, captured and fused where that is possible. */
    public static StepSettings plain(Precision precision) {
        return builder(precision).build();
    }

    /** Starts from these settings. */
    public Builder toBuilder() {
        return builder(precision)
                .loss(loss)
                .microBatches(microBatches)
                .clipping(clipping)
                .mixing(mixing)
                .averageDecay(averageDecay)
                .lookahead(lookahead)
                .ascent(ascent)
                .distillation(distillation)
                .pruning(pruning)
                .capture(capture)
                .fusing(fusing)
                .recompute(recompute)
                .outOfMemory(outOfMemory);
    }

    /** Operator by operator. */
    public StepSettings withoutCapture() {
        return toBuilder().capture(Capture.OFF).build();
    }

    /** With libtorch's own kernels only. */
    public StepSettings withoutFusing() {
        return toBuilder().fusing(Fusing.OFF).build();
    }

    /** Too little memory is an error. */
    public StepSettings withoutHalving() {
        return toBuilder().outOfMemory(OutOfMemory.FAIL).build();
    }

    /** Settings by name. */
    public static final class Builder {
        private final Precision precision;
        private Loss loss = Loss.crossEntropy(0);
        private int microBatches = 1;
        private Clipping clipping = new Clipping.None();
        private MixupCutmixSettings mixing = MixupCutmixSettings.NONE;
        private double averageDecay;
        private int lookahead;
        private double ascent;
        private Optional<Distillation> distillation = Optional.empty();
        private Optional<PruningSettings> pruning = Optional.empty();
        private Capture capture = Capture.AUTO;
        private Fusing fusing = Fusing.AUTO;
        private Recompute recompute = Recompute.AUTO;
        private OutOfMemory outOfMemory = OutOfMemory.HALVE;

        private Builder(Precision precision) {
            this.precision = precision;
        }

        public Builder loss(Loss function) {
            loss = function;
            return this;
        }

        /** Cross entropy with label smoothing as the loss. */
        public Builder labelSmoothing(double probability) {
            return loss(Loss.crossEntropy(probability));
        }

        public Builder microBatches(int count) {
            microBatches = count;
            return this;
        }

        public Builder clipping(Clipping method) {
            clipping = method;
            return this;
        }

        public Builder mixing(MixupCutmixSettings settings) {
            mixing = settings;
            return this;
        }

        public Builder averageDecay(double decay) {
            averageDecay = decay;
            return this;
        }

        public Builder lookahead(int steps) {
            lookahead = steps;
            return this;
        }

        /** Sharpness-aware minimization with this radius. */
        public Builder ascent(double radius) {
            ascent = radius;
            return this;
        }

        public Builder distillation(Optional<Distillation> settings) {
            distillation = settings;
            return this;
        }

        public Builder pruning(Optional<PruningSettings> settings) {
            pruning = settings;
            return this;
        }

        public Builder capture(Capture mode) {
            capture = mode;
            return this;
        }

        public Builder fusing(Fusing mode) {
            fusing = mode;
            return this;
        }

        public Builder recompute(Recompute mode) {
            recompute = mode;
            return this;
        }

        public Builder outOfMemory(OutOfMemory policy) {
            outOfMemory = policy;
            return this;
        }

        public StepSettings build() {
            return new StepSettings(
                    precision,
                    loss,
                    microBatches,
                    clipping,
                    mixing,
                    averageDecay,
                    lookahead,
                    ascent,
                    distillation,
                    pruning,
                    capture,
                    fusing,
                    recompute,
                    outOfMemory);
        }
    }
}
