package dev.stoker.lab.experiment;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Experiments that everybody runs, with values that fit the machine. */
public enum ExperimentPreset {
    BATCH_SIZE("images per step: throughput, memory and accuracy") {
        @Override
        public Variation variation(Machine machine) {
            return Variation.of("batch", machine.gpu() ? "32,64,128,256,512,1024,2048" : "32,64,128,256,512");
        }
    },
    IMAGE_SIZE("side of the images in pixels") {
        @Override
        public Variation variation(Machine machine) {
            return Variation.of("size", machine.gpu() ? "64,96,128,160,192,224" : "32,48,64,96");
        }
    },
    WORKERS("threads that load images") {
        @Override
        public Variation variation(Machine machine) {
            return Variation.of("workers", machine.powersOfTwo() + ",auto");
        }
    },
    CORES("logical cores that the process is bound to, by taskset") {
        @Override
        public Variation variation(Machine machine) {
            return Variation.of("cores", machine.powersOfTwo());
        }
    },
    PREFETCH("batches loaded ahead") {
        @Override
        public Variation variation(Machine machine) {
            return Variation.of("prefetch", "1,2,4,8");
        }
    },
    PINNED("page-locked memory for batches, or pageable; needs a GPU") {
        @Override
        public Variation variation(Machine machine) {
            machine.requireGpu(this);
            return Variation.of("pinned", "on,off");
        }
    },
    CACHE("encoded images kept in memory, or read anew in each epoch") {
        @Override
        public Variation variation(Machine machine) {
            return Variation.of("cache", "none,memory");
        }
    },
    PRECISION("number formats of the step") {
        @Override
        public Variation variation(Machine machine) {
            if (!machine.gpu() && !machine.bfloat16()) {
                throw new StokerException(
                                "the preset precision needs a GPU, or a CPU with bf16 instructions, which this one"
                                        + " lacks; vary precision=fp32,bf16 measures it all the same")
                        .about("preset", "vary");
            }
            return Variation.of("precision", machine.gpu() ? "fp32,tf32,bf16,fp16" : "fp32,bf16");
        }
    },
    DECODE("where JPEGs are decoded: by workers or by the GPU") {
        @Override
        public Variation variation(Machine machine) {
            machine.requireGpu(this);
            return Variation.of("decode", "cpu,device");
        }
    },
    DEVICE("CPU against GPU") {
        @Override
        public Variation variation(Machine machine) {
            machine.requireGpu(this);
            return Variation.of("device", "cpu,cuda");
        }
    },
    DEVICES("GPUs that train together; a run uses one for now") {
        @Override
        public Variation variation(Machine machine) {
            return Variation.of("devices", "1");
        }
    },
    MODELS("architectures") {
        @Override
        public Variation variation(Machine machine) {
            return Variation.of(
                    "model",
                    machine.gpu() ? "resnet18,resnet50,mobilenet_v2,efficientnet_b0,vgg16_bn" : "mlp,cnn,resnet8");
        }
    };

    /** What values depend on. */
    public record Machine(int cores, boolean gpu, boolean bfloat16) {
        private String powersOfTwo() {
            var counts = new ArrayList<String>();
            for (int count = 1; count < cores; count *= 2) {
                counts.add(Integer.toString(count));
            }
            counts.add(Integer.toString(cores));
            return String.join(",", counts);
        }

        private void requireGpu(ExperimentPreset preset) {
            if (!gpu) {
                throw new StokerException("the preset %s compares ways to use a GPU, and this machine has none"
                                .formatted(preset.title()))
                        .about("preset");
            }
        }
    }

    private final String description;

    ExperimentPreset(String description) {
        this.description = description;
    }

    /** The varied key and its values on a machine. */
    public abstract Variation variation(Machine machine);

    /** As on the command line. */
    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String description() {
        return description;
    }

    public static List<String> titles() {
        return Stream.of(values()).map(ExperimentPreset::title).toList();
    }

    public static ExperimentPreset named(String title) {
        return Stream.of(values())
                .filter(preset -> preset.title().equals(title))
                .findFirst()
                .orElseThrow(() -> new StokerException("there is no preset '%s'%s (presets: %s)"
                                .formatted(
                                        title, NameSuggestion.didYouMean(title, titles()), String.join(", ", titles())))
                        .about("preset"));
    }
}
