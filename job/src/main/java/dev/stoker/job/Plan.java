package dev.stoker.job;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.datasets.Datasets;
import dev.stoker.train.Precision;
import dev.stoker.train.Schedule;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Everything that decides a run. Each component is a key of a YAML plan and a flag of the command line, under its name
 * with dashes; the annotation is what {@code --help} says of it.
 */
public record Plan(
        @Explained("a data set by name, or a folder: shards, a tree of pictures, files of the MNIST family")
        String data,

        @Explained("side of the squares that photographs are cropped to")
        int size,

        @Explained("the model to train") String model,

        @Explained("a file of weights to start from: safetensors, or a state_dict of torch.save")
        String weights,

        @Explained("names of the weights to take from it, with wildcards, such as 'layer*,conv1.*'; empty for all")
        String weightsOnly,

        @Explained("leave the last layer of the model as it is initialised, whatever the file holds for it")
        boolean newHead,

        @Explained("names of weights that are not trained, with wildcards, such as 'features,layer1'")
        String freeze,

        @Explained("how often to go through the training images")
        int epochs,

        @Explained("images per step") int batch,
        @Explained("the peak learning rate") double lr,

        @Explained("how the learning rate moves: constant or cosine")
        Schedule schedule,

        @Explained("epochs over which the learning rate rises to its peak")
        double warmUp,

        @Explained("sgd or adamw") OptimizerName optimizer,
        @Explained("momentum of sgd") double momentum,

        @Explained("how strongly weights are pulled to zero")
        double weightDecay,

        @Explained("share of the target spread over the other classes")
        double labelSmoothing,

        @Explained("fp32, or bf16 for convolutions and matrix products")
        Precision precision,

        @Explained("auto, cpu, cuda or cuda:N") String device,

        @Explained("threads that prepare batches, or auto to tune them while training")
        Count workers,

        @Explained("batches prepared ahead, or auto") Count ahead,

        @Explained("memory for batches ahead, caches and decoding, such as 2GB, or unlimited")
        String inputMemory,

        @Explained("processor seconds a second for preparing batches; 0 is no limit")
        double inputCpu,

        @Explained("damaged pictures to leave out before giving up")
        int skipCorrupt,

        @Explained("threads that one operation may use on the CPU, or auto")
        Count threads,

        @Explained("where all randomness starts") long seed,

        @Explained("the run's name, part of its folder's name")
        String name,

        @Explained("the folder that run folders are made in")
        String runs,

        @Explained("steps between lines in metrics.jsonl") int logEvery,

        @Explained("steps between checkpoints, besides the one after each epoch")
        int checkpointEvery) {

    /** Optimisers by name. */
    public enum OptimizerName {
        SGD,
        ADAMW
    }

    private static final String UNLIMITED = "unlimited";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final Pattern DEVICE = Pattern.compile("auto|cpu|cuda(:[0-9]{1,3})?");

    /** The job that {@code stoker train} runs without arguments. */
    public static final Plan DEFAULTS = new Plan(
            Datasets.BUILT_IN,
            128,
            "cnn",
            "",
            "",
            false,
            "",
            8,
            64,
            0.05,
            Schedule.COSINE,
            1,
            OptimizerName.SGD,
            0.9,
            5e-4,
            0,
            Precision.FP32,
            "auto",
            Count.AUTO,
            Count.AUTO,
            UNLIMITED,
            0,
            0,
            Count.AUTO,
            1,
            "train",
            "runs",
            20,
            200);

    public Plan {
        check("size", size >= 8 && size <= 4096, "8 to 4096", size);
        check("epochs", epochs >= 1, "at least 1", epochs);
        check("batch", batch >= 1, "at least 1", batch);
        check("lr", lr > 0 && Double.isFinite(lr), "above 0", lr);
        check("warm-up", warmUp >= 0 && Double.isFinite(warmUp), "at least 0", warmUp);
        check("momentum", momentum >= 0 && momentum < 1, "at least 0 and below 1", momentum);
        check("weight-decay", weightDecay >= 0 && Double.isFinite(weightDecay), "at least 0", weightDecay);
        check("label-smoothing", labelSmoothing >= 0 && labelSmoothing < 1, "at least 0 and below 1", labelSmoothing);
        check("device", DEVICE.matcher(device).matches(), "auto, cpu, cuda or cuda:N", device);
        check("input-memory", isMemory(inputMemory), "a size such as 512MiB or 2GB, or unlimited", inputMemory);
        check("input-cpu", inputCpu >= 0 && Double.isFinite(inputCpu), "at least 0", inputCpu);
        check("skip-corrupt", skipCorrupt >= 0, "at least 0", skipCorrupt);
        check("name", NAME.matcher(name).matches(), "letters, digits, dots, dashes and underscores", name);
        check("log-every", logEvery >= 1, "at least 1", logEvery);
        check("checkpoint-every", checkpointEvery >= 1, "at least 1", checkpointEvery);
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

    /** This plan with one key changed; the text is read as a flag's value would be. */
    public Plan with(String key, String text) {
        return PlanKey.named(key).set(this, text);
    }
}
