package dev.stoker.train.step;

import dev.stoker.core.DataType;
import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.cuda.GpuSettings;
import java.util.Arrays;
import java.util.Locale;

/**
 * What convolutions and matrix products are computed in. With the shorter types weights and updates stay in 32 bits;
 * {@code WHOLE} keeps a copy of the weights in the short type, so that nothing has to be converted on the way.
 */
public enum Precision {
    FP32(DataType.FLOAT32, false),
    /** 32 bits of which products read 19. */
    TF32(DataType.FLOAT32, false),
    BF16(DataType.BFLOAT16, false),
    FP16(DataType.FLOAT16, false),
    BF16_WHOLE(DataType.BFLOAT16, true),
    FP16_WHOLE(DataType.FLOAT16, true);

    private final DataType type;
    private final boolean whole;

    Precision(DataType type, boolean whole) {
        this.type = type;
        this.whole = whole;
    }

    /** The precision of this name, as in {@code --precision bf16}; an unknown one is an error that suggests the nearest. */
    public static Precision named(String name) {
        return Arrays.stream(values())
                .filter(each -> each.title().equals(name))
                .findFirst()
                .orElseThrow(() -> {
                    var known = Arrays.stream(values()).map(Precision::title).toList();
                    return new StokerException("there is no precision '%s'%s (known: %s)"
                            .formatted(name, NameSuggestion.hint(name, known), String.join(", ", known)));
                });
    }

    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Refuses a device that cannot compute in it. */
    public void check(Device device) {
        switch (device) {
            case Device.Cpu _ -> {
                if (needsLossScale()) {
                    throw new StokerException("%s needs a GPU; on a CPU use bf16 or fp32".formatted(title()));
                }
            }
            case Device.Cuda cuda -> {
                int capability = GpuSettings.capability(cuda);
                if (type == DataType.BFLOAT16 && capability < 80) {
                    throw new StokerException(
                            "%s has no bf16 (it can compute what level %.1f can, and bf16 came with 8.0); use fp16 or fp32"
                                    .formatted(GpuSettings.name(cuda), capability / 10.0));
                }
            }
        }
    }

    public DataType type() {
        return type;
    }

    /** Whether the weights have a copy in the short type. */
    public boolean isWhole() {
        return whole;
    }

    /** Whether gradients may be too small for the type, so that the loss is multiplied before and they are divided after. */
    public boolean needsLossScale() {
        return type == DataType.FLOAT16;
    }

    public boolean allowsTf32() {
        return this != FP32;
    }
}
