package dev.stoker.train.step;

/**
 * What happens in a step besides forward, backward and update.
 *
 * @param accumulate micro-batches whose gradients are added before one update
 * @param clip the longest the gradient may be; 0 for no limit
 * @param averageDecay share of the past in the moving average of the weights; 0 for none
 * @param lookahead steps after which the weights are drawn back to slower ones; 0 for never
 * @param outOfMemory what happens when the device has too little memory for a step
 */
public record StepSettings(
        Precision precision,
        double labelSmoothing,
        int accumulate,
        double clip,
        MixupCutmixSettings mixing,
        double averageDecay,
        int lookahead,
        Capture capture,
        Fusing fusing,
        OutOfMemory outOfMemory) {
    /** What happens when the device has too little memory for a step. */
    public enum OutOfMemory {
        /** It is done again in twice as many micro-batches, as are all that follow. */
        HALVE,
        FAIL
    }

    /** Whether kernels of ours do several operators at once. */
    public enum Fusing {
        /** Where there are some for the device and the layers. */
        AUTO,
        OFF
    }

    /** Whether a step is recorded as a CUDA graph. */
    public enum Capture {
        /** On a GPU, if it works. */
        AUTO,
        OFF
    }

    public StepSettings {
        if (accumulate < 1) {
            throw new IllegalArgumentException("accumulate must be at least 1, got " + accumulate);
        }
        if (!(clip >= 0 && Double.isFinite(clip))) {
            throw new IllegalArgumentException("clip must be at least 0, got " + clip);
        }
        if (!(labelSmoothing >= 0 && labelSmoothing < 1)) {
            throw new IllegalArgumentException("label smoothing must be at least 0 and below 1, got " + labelSmoothing);
        }
        if (!(averageDecay >= 0 && averageDecay < 1)) {
            throw new IllegalArgumentException("averaging must be at least 0 and below 1, got " + averageDecay);
        }
        if (lookahead < 0) {
            throw new IllegalArgumentException("lookahead must be at least 0, got " + lookahead);
        }
    }

    /** Without slower weights, and with kernels of ours where there are some. */
    public StepSettings(
            Precision precision,
            double labelSmoothing,
            int accumulate,
            double clip,
            MixupCutmixSettings mixing,
            double averageDecay,
            Capture capture) {
        this(
                precision,
                labelSmoothing,
                accumulate,
                clip,
                mixing,
                averageDecay,
                0,
                capture,
                Fusing.AUTO,
                OutOfMemory.HALVE);
    }

    /** Operator by operator. */
    public StepSettings withoutCapture() {
        return with(Capture.OFF, fusing, outOfMemory);
    }

    /** With libtorch's own kernels only. */
    public StepSettings withoutFusing() {
        return with(capture, Fusing.OFF, outOfMemory);
    }

    /** Too little memory is an error. */
    public StepSettings withoutHalving() {
        return with(capture, fusing, OutOfMemory.FAIL);
    }

    private StepSettings with(Capture capture, Fusing fusing, OutOfMemory outOfMemory) {
        return new StepSettings(
                precision,
                labelSmoothing,
                accumulate,
                clip,
                mixing,
                averageDecay,
                lookahead,
                capture,
                fusing,
                outOfMemory);
    }

    /** A plain step in a precision. */
    public static StepSettings plain(Precision precision) {
        return new StepSettings(precision, 0, 1, 0, MixupCutmixSettings.NONE, 0, Capture.AUTO);
    }
}
