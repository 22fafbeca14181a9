package dev.stoker.job;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.datasets.Augmentation;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.Paint;
import dev.stoker.image.Edge;
import dev.stoker.train.Interval;
import dev.stoker.train.Precision;
import dev.stoker.train.RangeSettings;
import dev.stoker.train.StepSettings;
import dev.stoker.train.Views;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Everything that decides a run. Each component is a key of a YAML plan and a flag of the command line, under its name
 * with dashes; annotations are what {@code --help} says of it.
 */
public record Plan(
        @Chapter("Data")
        @Explained(
                "a data set by name, a table (.csv, .tsv), or a folder: shards, a tree of pictures, files of the MNIST"
                        + " family, train.csv and test.csv")
        String data,

        @Explained("the column of a table to learn, or auto: one called label, class or target, or the last")
        String label,

        @Explained("what the columns of a table become: a mapping in a plan, a YAML file, or auto")
        String columns,

        @Explained("share of a table's rows that is kept for the test where there is no test.csv")
        double holdout,

        @Explained("features of the hidden layers of model deep, such as 64,32")
        String hidden,

        @Explained("side of the squares that photographs are cropped to")
        int size,

        @Chapter("Model")
        @Explained(
                "the model to train: a name, a YAML file of layers, or the layers themselves; auto is cnn, for tables"
                        + " deep")
        String model,

        @Explained("a file of weights to start from: safetensors, or a state_dict of torch.save")
        String weights,

        @Explained("names of the weights to take from it, with wildcards, such as 'layer*,conv1.*'; empty for all")
        String weightsOnly,

        @Explained("leave the last layer of the model as it is initialised, whatever the file holds for it")
        boolean newHead,

        @Explained("names of weights that are not trained, with wildcards, such as 'features,layer1'")
        String freeze,

        @Explained("pictures by which the first convolution, frozen then, is set to whiten patches; 0 is not at all")
        int whiten,

        @Chapter("Length and batches") @Explained("how often to go through the training images")
        int epochs,

        @Explained("images per step, or auto to find the fastest number by trying") @OrAuto
        int batch,

        @Explained("the most images per step that batch auto and tune batch try")
        int batchTo,

        @Explained("memory that a step may take when batch auto and tune batch try, such as 8GB, or unlimited")
        String batchMemory,

        @Chapter("Learning rate") @Explained("the peak learning rate, or auto to find one by a range test") @OrAuto
        double lr,

        @Explained("the learning rate that lr auto and tune lr begin with")
        double lrFrom,

        @Explained("the learning rate that lr auto and tune lr end with")
        double lrTo,

        @Explained("steps of lr auto and tune lr") int lrSteps,

        @Explained("how lr follows when a step has more images than reference-batch: none, linear or sqrt")
        RateScaling lrScaling,

        @Explained("images of a step that lr is meant for, with lr-scaling")
        int referenceBatch,

        @Explained("how the learning rate moves: constant, step, cosine, linear, polynomial, one-cycle, triangle or"
                + " cyclical")
        ScheduleName schedule,

        @Explained("epochs over which the learning rate rises to its peak")
        double warmUp,

        @Explained("epochs after which schedule step falls, again and again; it needs them")
        double stepEvery,

        @Explained("the factor by which schedule step falls")
        double gamma,

        @Explained("the power of schedule polynomial") double power,

        @Explained("share of the run in which schedule one-cycle or triangle rises")
        double rise,

        @Explained("the factor of the peak that schedule triangle starts with")
        double startFactor,

        @Explained("epochs of one cycle of schedule cyclical; it needs them")
        double cycle,

        @Explained("the least learning rate after the warm-up, as a factor of the peak")
        double minFactor,

        @Chapter("Optimiser") @Explained("sgd, adam, adamw, rmsprop, lars, lamb or muon")
        OptimizerName optimizer,

        @Explained("momentum of sgd, rmsprop, lars and muon")
        double momentum,

        @Explained("whether sgd looks ahead (Nesterov)") boolean nesterov,

        @Explained("share of the past in the mean of gradients of adam, adamw and lamb")
        double beta1,

        @Explained("share of the past in the mean of squares of adam, adamw and lamb")
        double beta2,

        @Explained("share of the past in the mean of squares of rmsprop")
        double alpha,

        @Explained("what keeps adam, adamw, rmsprop and lamb from dividing by zero")
        double epsilon,

        @Explained("length of a step of lars as a share of the length of the weights")
        double trust,

        @Explained("rounds that make a move of muon orthogonal")
        int muonRounds,

        @Explained("bring kernels to one length before each step of muon; for those that a batch norm follows")
        boolean muonNormalise,

        @Explained("momentum of what muon leaves to gradient descent; 0 is the same as of muon")
        double restMomentum,

        @Explained("how strongly weights are pulled to zero")
        double weightDecay,

        @Explained("parameters without weight decay, by patterns such as '*.bias,*bn*', or none")
        String noDecay,

        @Explained("factors of the learning rate by patterns, such as 'head.*=10,layer1.*=0.1', or none")
        String lrGroups,

        @Explained("factors of weight decay by patterns, such as '*.bias=0.1', or none")
        String decayGroups,

        @Explained("epochs by which learning rates fall in a line to zero by patterns, such as 'conv1.*=3', or none")
        String trainUntil,

        @Chapter("Step") @Explained("share of the target spread over the other classes")
        double labelSmoothing,

        @Explained("fp32; tf32, bf16 or fp16 for convolutions and matrix products; bf16-whole, fp16-whole")
        Precision precision,

        @Explained("batches whose gradients are added up for one step")
        int accumulate,

        @Explained("when a step does not fit into the device's memory: halve goes on in smaller parts, or fail")
        StepSettings.OutOfMemory outOfMemory,

        @Explained("the longest a step's gradient may be; 0 is no limit")
        double clip,

        @Chapter("Training pictures")
        @Explained("which small pictures are mirrored: auto, none, random, or alternating from epoch to epoch")
        Augmentation.Flip flip,

        @Explained("the most pixels that small pictures move each way, or auto")
        Shift shift,

        @Explained("what comes in where a small picture moves: black, or reflect")
        Edge edge,

        @Explained("the least share of a photograph that a random crop shows")
        double cropArea,

        @Explained("the most degrees that training pictures are turned either way; 0 is not at all")
        double rotate,

        @Explained("how far the brightness of training pictures may move: 0.4 is a factor of 0.6 to 1.4")
        double brightness,

        @Explained("how far their contrast may move, likewise")
        double contrast,

        @Explained("how far the saturation of their colours may move, likewise")
        double saturation,

        @Explained("how far their hue may move, as a share of the colour circle: up to 0.5")
        double hue,

        @Explained("share of the training pictures that lose their colours")
        double grey,

        @Explained("share of the training pictures that are blurred")
        double blur,

        @Explained("side of a square that is blacked out in each training picture, in pixels; 0 is none")
        int cutout,

        @Chapter("Where training pictures are made")
        @Explained("where training pictures are cropped, mirrored and painted: auto, cpu, or device")
        AugmentPlace augment,

        @Explained("whether all training pictures lie on the device: auto, on, or off")
        Resident resident,

        @Explained("who decodes photographs for training: auto, cpu, or device, which needs augment device")
        DecodePlace decode,

        @Explained("share of the photographs that decode device leaves to the device; workers make the others")
        double decodeShare,

        @Chapter("Phases")
        @Explained("what moves from phase to phase: resize=96:128, sample=0.3:1, classes=5:10, augment=0.2:1,"
                + " batch=64:256, with commas between; or none")
        String progressive,

        @Explained("phases of progressive, of one length: a number or auto; or a list of phases, such as"
                + " '5 epochs resize=96 sample=0.3; 10 epochs resize=128'")
        String phases,

        @Explained("evaluations in a row without more accuracy that end a phase before its time; 0 is never")
        int phasePatience,

        @Explained("what accuracy must gain, as a share, to be more for phase-patience")
        double phaseThreshold,

        @Chapter("Mixing and averaging") @Explained("how strongly pictures are mixed by shares; 0 is not at all")
        double mixup,

        @Explained("how strongly parts of pictures are cut into others; 0 is not at all")
        double cutmix,

        @Explained("share of the past in a moving average of the weights, which is evaluated and saved; 0 is none")
        double averaging,

        @Explained("steps after which weights are drawn back to slower ones, which are the result; 0 is never")
        int lookahead,

        @Chapter("Device") @Explained("auto records the step on a GPU and replays it; off runs operator by operator")
        StepSettings.Capture capture,

        @Explained("auto lets kernels that do several operators at once replace libtorch's on a GPU; off does not")
        StepSettings.Fusing fusing,

        @Explained("plans of cuDNN tried for each convolution and shape before the first step, to keep the fastest: a"
                + " number, 0 for none, or auto for 4")
        Search search,

        @Explained("auto, cpu, cuda or cuda:N") String device,

        @Chapter("Input") @Explained("threads that prepare batches, or auto to tune them while training")
        Count workers,

        @Explained("batches prepared ahead, or auto") Count ahead,

        @Explained("memory for batches ahead, caches and decoding, such as 2GB, or unlimited")
        String inputMemory,

        @Explained("processor seconds a second for preparing batches; 0 is no limit")
        double inputCpu,

        @Explained("damaged pictures to leave out before giving up")
        int skipCorrupt,

        @Chapter("Device") @Explained("threads that one operation may use on the CPU, or auto")
        Count threads,

        @Explained("operations that add up in the same order each time, where there are such")
        boolean deterministic,

        @Chapter("Evaluation and end") @Explained("when to evaluate: 2epochs, 500steps, 10min")
        String evaluateEvery,

        @Explained("what to evaluate of each picture: none for it alone, mirror for its mirror image too, or shifts")
        Views tta,

        @Explained("steps that count as an epoch; 0 is a whole pass over the training images")
        int stepsPerEpoch,

        @Explained("steps after which the run ends; 0 is no limit")
        long maxSteps,

        @Explained("time after which the run ends, such as 90min or 2h, or none")
        String maxTime,

        @Explained("evaluations in a row without a better test loss or accuracy that end the run; 0 is never")
        int stopAfter,

        @Chapter("Run") @Explained("where all randomness starts")
        long seed,

        @Explained("the run's name, part of its folder's name")
        String name,

        @Explained("the folder that run folders are made in")
        String runs,

        @Explained("steps between lines in metrics.jsonl") int logEvery,

        @Explained("steps between checkpoints, besides the one after each epoch")
        int checkpointEvery,

        @Explained("how many checkpoints to keep, besides the best model")
        int keepCheckpoints,

        @Explained("steps FROM:TO to record a trace of, without the last, such as 20:40; `stoker trace` shows it")
        String profile) {

    /** Where training pictures are made. */
    public enum AugmentPlace {
        AUTO,
        CPU,
        DEVICE
    }

    /** Whether all training pictures lie on the device. */
    public enum Resident {
        AUTO,
        ON,
        OFF
    }

    /** Who decodes training pictures. */
    public enum DecodePlace {
        AUTO,
        CPU,
        DEVICE
    }

    /** Optimisers by name. */
    public enum OptimizerName {
        SGD,
        ADAM,
        ADAMW,
        RMSPROP,
        LARS,
        LAMB,
        MUON
    }

    /** Schedules by name. */
    public enum ScheduleName {
        CONSTANT,
        STEP,
        COSINE,
        LINEAR,
        POLYNOMIAL,
        ONE_CYCLE,
        TRIANGLE,
        CYCLICAL
    }

    /** How the learning rate follows the images of a step. */
    public enum RateScaling {
        NONE,
        LINEAR,
        SQRT;

        double factor(double timesAsManyImages) {
            return switch (this) {
                case NONE -> 1;
                case LINEAR -> timesAsManyImages;
                case SQRT -> Math.sqrt(timesAsManyImages);
            };
        }
    }

    private static final String UNLIMITED = "unlimited";

    /** The text of a key that the data decides. */
    static final String AUTO = "auto";

    /** The text of a key that holds nothing. */
    static final String NONE = "none";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final Pattern HIDDEN = Pattern.compile("none|[1-9][0-9]{0,5}(,[1-9][0-9]{0,5}){0,9}");
    private static final Pattern DEVICE = Pattern.compile("auto|cpu|cuda(:[0-9]{1,3})?");

    /** The job that {@code stoker train} runs without arguments. */
    public static final Plan DEFAULTS = new Plan(
            Datasets.BUILT_IN,
            AUTO,
            AUTO,
            0.2,
            "64,32",
            128,
            AUTO,
            "",
            "",
            false,
            "",
            0,
            8,
            64,
            4096,
            UNLIMITED,
            0.05,
            1e-6,
            10,
            100,
            RateScaling.NONE,
            64,
            ScheduleName.COSINE,
            1,
            0,
            0.1,
            2,
            0.3,
            0.2,
            0,
            0,
            OptimizerName.SGD,
            0.9,
            true,
            0.9,
            0.999,
            0.99,
            1e-8,
            0.001,
            5,
            false,
            0,
            5e-4,
            NONE,
            NONE,
            NONE,
            NONE,
            0,
            Precision.FP32,
            1,
            StepSettings.OutOfMemory.HALVE,
            0,
            Augmentation.Flip.AUTO,
            Shift.AUTO,
            Edge.BLACK,
            Augmentation.LEAST_AREA,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            AugmentPlace.AUTO,
            Resident.AUTO,
            DecodePlace.AUTO,
            1,
            NONE,
            Progression.AUTO,
            0,
            0.001,
            0,
            0,
            0,
            0,
            StepSettings.Capture.AUTO,
            StepSettings.Fusing.AUTO,
            Search.AUTO,
            "auto",
            Count.AUTO,
            Count.AUTO,
            UNLIMITED,
            0,
            0,
            Count.AUTO,
            false,
            "1epoch",
            Views.NONE,
            0,
            0,
            NONE,
            0,
            1,
            "train",
            "runs",
            20,
            200,
            2,
            "");

    public Plan {
        check("holdout", holdout > 0 && holdout < 1, "above 0 and below 1", holdout);
        check("hidden", HIDDEN.matcher(hidden).matches(), "numbers of features such as 64,32, or none", hidden);
        check("size", size >= 8 && size <= 4096, "8 to 4096", size);
        check("whiten", whiten >= 0, "at least 0", whiten);
        check("epochs", epochs >= 1, "at least 1", epochs);
        check("batch", batch >= 0, "at least 1, or auto", batch);
        check("batch-to", batchTo >= 1 && batchTo <= 1 << 24, "1 to 16,777,216", batchTo);
        check("batch-memory", isMemory(batchMemory), "a size such as 512MiB or 8GB, or unlimited", batchMemory);
        check(
                "accumulate",
                accumulate >= 1 && (long) accumulate * batch <= 1 << 24,
                "1 or more, and with batch no more than 16,777,216",
                accumulate);
        check("clip", clip >= 0 && Double.isFinite(clip), "at least 0", clip);
        check("crop-area", cropArea > 0 && cropArea <= 1, "above 0 and at most 1", cropArea);
        check("rotate", rotate >= 0 && rotate <= 180, "0 to 180 degrees", rotate);
        check("brightness", brightness >= 0 && brightness <= 10, "0 to 10", brightness);
        check("contrast", contrast >= 0 && contrast <= 10, "0 to 10", contrast);
        check("saturation", saturation >= 0 && saturation <= 10, "0 to 10", saturation);
        check("hue", hue >= 0 && hue <= 0.5, "0 to 0.5", hue);
        check("grey", grey >= 0 && grey <= 1, "0 to 1", grey);
        check("blur", blur >= 0 && blur <= 1, "0 to 1", blur);
        check("cutout", cutout >= 0 && cutout <= 4096, "0 to 4096 pixels", cutout);
        check("decode-share", decodeShare >= 0 && decodeShare <= 1, "0 to 1", decodeShare);
        check("phase-patience", phasePatience >= 0, "at least 0", phasePatience);
        check("phase-threshold", phaseThreshold >= 0 && phaseThreshold < 1, "at least 0 and below 1", phaseThreshold);
        Progression.check(progressive, phases);
        check("mixup", mixup >= 0 && Double.isFinite(mixup), "at least 0", mixup);
        check("cutmix", cutmix >= 0 && Double.isFinite(cutmix), "at least 0", cutmix);
        check("averaging", averaging >= 0 && averaging < 1, "at least 0 and below 1", averaging);
        check("lookahead", lookahead >= 0, "at least 0", lookahead);
        check("lr", lr >= 0 && Double.isFinite(lr), "above 0, or auto", lr);
        check("lr-from", lrFrom > 0 && Double.isFinite(lrFrom), "above 0", lrFrom);
        check("lr-to", lrTo > 0 && Double.isFinite(lrTo), "above 0", lrTo);
        check("lr-steps", lrSteps >= RangeSettings.FEWEST_STEPS, "at least " + RangeSettings.FEWEST_STEPS, lrSteps);
        check("reference-batch", referenceBatch >= 1, "at least 1", referenceBatch);
        check("warm-up", warmUp >= 0 && Double.isFinite(warmUp), "at least 0", warmUp);
        check("step-every", stepEvery >= 0 && Double.isFinite(stepEvery), "at least 0", stepEvery);
        check("gamma", gamma > 0 && gamma < 1, "above 0 and below 1", gamma);
        check("power", power > 0 && Double.isFinite(power), "above 0", power);
        check("rise", rise > 0 && rise < 1, "above 0 and below 1", rise);
        check("start-factor", startFactor > 0 && startFactor <= 1, "above 0 and at most 1", startFactor);
        check("cycle", cycle >= 0 && Double.isFinite(cycle), "at least 0", cycle);
        check("min-factor", minFactor >= 0 && minFactor < 1, "at least 0 and below 1", minFactor);
        check("momentum", momentum >= 0 && momentum < 1, "at least 0 and below 1", momentum);
        check("muon-rounds", muonRounds >= 1, "at least 1", muonRounds);
        check("rest-momentum", restMomentum >= 0 && restMomentum < 1, "at least 0 and below 1", restMomentum);
        check("weight-decay", weightDecay >= 0 && Double.isFinite(weightDecay), "at least 0", weightDecay);
        check("beta1", beta1 >= 0 && beta1 < 1, "at least 0 and below 1", beta1);
        check("beta2", beta2 >= 0 && beta2 < 1, "at least 0 and below 1", beta2);
        check("alpha", alpha >= 0 && alpha < 1, "at least 0 and below 1", alpha);
        check("epsilon", epsilon > 0 && Double.isFinite(epsilon), "above 0", epsilon);
        check("trust", trust > 0 && Double.isFinite(trust), "above 0", trust);
        check("lr-groups", PlanPatterns.areFactors(lrGroups), PlanPatterns.FACTORS_EXPECTED, lrGroups);
        check("decay-groups", PlanPatterns.areFactors(decayGroups), PlanPatterns.FACTORS_EXPECTED, decayGroups);
        check("train-until", PlanPatterns.areFactors(trainUntil), PlanPatterns.EPOCHS_EXPECTED, trainUntil);
        check("evaluate-every", isInterval(evaluateEvery), "such as 2epochs, 500steps or 10min", evaluateEvery);
        check("steps-per-epoch", stepsPerEpoch >= 0, "at least 0", stepsPerEpoch);
        check("max-steps", maxSteps >= 0, "at least 0", maxSteps);
        check("max-time", maxTime.equals(NONE) || isTime(maxTime), "a time such as 90min or 2h, or none", maxTime);
        check("stop-after", stopAfter >= 0, "at least 0", stopAfter);
        check("label-smoothing", labelSmoothing >= 0 && labelSmoothing < 1, "at least 0 and below 1", labelSmoothing);
        check("device", DEVICE.matcher(device).matches(), "auto, cpu, cuda or cuda:N", device);
        check("input-memory", isMemory(inputMemory), "a size such as 512MiB or 2GB, or unlimited", inputMemory);
        check("input-cpu", inputCpu >= 0 && Double.isFinite(inputCpu), "at least 0", inputCpu);
        check("skip-corrupt", skipCorrupt >= 0, "at least 0", skipCorrupt);
        check("name", NAME.matcher(name).matches(), "letters, digits, dots, dashes and underscores", name);
        check("log-every", logEvery >= 1, "at least 1", logEvery);
        check("checkpoint-every", checkpointEvery >= 1, "at least 1", checkpointEvery);
        check("keep-checkpoints", keepCheckpoints >= 1, "at least 1", keepCheckpoints);
        Profile.parse(profile);
    }

    private static boolean isInterval(String text) {
        try {
            return Interval.parse(text) != null;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static boolean isTime(String text) {
        return isInterval(text) && Interval.parse(text) instanceof Interval.Time;
    }

    private static boolean isMemory(String text) {
        try {
            return text.equals(UNLIMITED) || Bytes.parse(text).count() > 0;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /** The budget of the input; empty for none. */
    Optional<Bytes> inputBudget() {
        return inputMemory.equals(UNLIMITED) ? Optional.empty() : Optional.of(Bytes.parse(inputMemory));
    }

    private static void check(String key, boolean holds, String expected, Object got) {
        if (!holds) {
            throw new StokerException("%s must be %s, got %s".formatted(key, expected, got));
        }
    }

    /** What a step may take while sizes of batches are tried; empty for whatever there is. */
    Optional<Bytes> batchBudget() {
        return batchMemory.equals(UNLIMITED) ? Optional.empty() : Optional.of(Bytes.parse(batchMemory));
    }

    boolean isBatchAuto() {
        return batch == 0;
    }

    boolean isRateAuto() {
        return lr == 0;
    }

    /** The learning rate for the images of a step. */
    double scaledRate() {
        return lr * lrScaling.factor(imagesPerStep() / (double) referenceBatch);
    }

    /** What is done to training pictures once they are cropped, moved and mirrored. */
    Paint paint() {
        return new Paint(rotate, brightness, contrast, saturation, hue, grey, blur, cutout);
    }

    /** Images of one step. */
    int imagesPerStep() {
        return batch * accumulate;
    }

    /** This plan with one key changed; the text is read as a flag's value would be. */
    public Plan with(String key, String text) {
        return PlanKey.named(key).set(this, text);
    }
}
