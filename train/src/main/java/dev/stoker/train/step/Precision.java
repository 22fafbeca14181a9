package dev.stoker.train.step;

import dev.stoker.core.DataType;
import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.cuda.GpuSettings;
import java.util.Arrays;
import java.util.Locale;

/**
 * The data type of convolutions and matrix products (mixed precision). With 16-bit types weights and updates stay in 32
 * bits; {@code WHOLE} keeps a copy of the weights in the 16-bit type, so that nothing has to be cast in a step.
 */
public enum Precision {
    FP32(DataType.FLOAT32, false),
    /** 32 bits, of which matrix products use 19. */
    TF32(DataType.FLOAT32, false),
    BF16(DataType.BFLOAT16, false),
    FP16(DataType.FLOAT16, false),
    BF16_WHOLE(DataType.BFLOAT16, true),
    FP16_WHOLE(DataType.FLOAT16, true);

    private final DataType type;
    private final boolean lowPrecisionWeights;

    Precision(DataType type, boolean lowPrecisionWeights) {
        this.type = type;
        this.lowPrecisionWeights = lowPrecisionWeights;
    }

    /** The precision of this name, such as {@code bf16}; an unknown one is an error that suggests the nearest. */
    public static Precision named(String name) {
        return Arrays.stream(values())
                .filter(each -> each.title().equals(name))
                .findFirst()
                .orElseThrow(() -> {
                    var known = Arrays.stream(values()).map(Precision::title).toList();
                    return new StokerException("there is no precision '%s'%s (known: %s)"
                            .formatted(name, NameSuggestion.didYouMean(name, known), String.join(", ", known)));
                });
    }

    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Throws where a device cannot compute in it. */
    public void check(Device device) {
        switch (device) {
            case Device.Cpu _ -> {
                if (needsLossScale()) {
                    throw new StokerException("%s needs a GPU; on a CPU use bf16 or fp32".formatted(title()));
                }
            }
            case Device.Cuda cuda -> {
                int capability = GpuSettings.capability(cuda);
                if (isBfloat16() && capability < 80) {
                    throw new StokerException(
                            "%s has no bf16 (its compute capability is %.1f, and bf16 needs 8.0); use fp16 or fp32"
                                    .formatted(GpuSettings.name(cuda), capability / 10.0));
                }
            }
        }
    }

    public DataType type() {
        return type;
    }

    public boolean isBfloat16() {
        return type == DataType.BFLOAT16;
    }

    /** Whether the weights have a copy in the 16-bit type. */
    public boolean hasLowPrecisionWeights() {
        return lowPrecisionWeights;
    }

    /** Whether gradients may underflow, so that the loss is scaled and gradients are unscaled. */
    public boolean needsLossScale() {
        return type == DataType.FLOAT16;
    }

    public boolean allowsTf32() {
        return this != FP32;
    }
}
