package dev.stoker.serve.internal.protocol;

import dev.stoker.onnx.file.OnnxType;
import dev.stoker.serve.internal.batch.RefusedException;
import java.util.Arrays;

/** Types of tensors, by their names in the protocol. */
public enum TensorType {
    UINT8(1),
    FP32(4),
    /** Texts or files, each after its length. */
    BYTES(0);

    private final int bytes;

    TensorType(int bytes) {
        this.bytes = bytes;
    }

    int bytes() {
        return bytes;
    }

    static TensorType named(String tensor, String name) {
        return Arrays.stream(values())
                .filter(type -> type.name().equals(name))
                .findFirst()
                .orElseThrow(() -> RefusedException.invalid("%s has the type '%.40s', and this server knows %s"
                        .formatted(tensor, name, Arrays.toString(values()))));
    }

    /** Of an input or output of a model that is served. */
    public static TensorType of(OnnxType type) {
        return switch (type) {
            case UINT8 -> UINT8;
            case FLOAT -> FP32;
            case INT8, INT32, INT64, FLOAT16 -> throw new IllegalArgumentException(type + " is not served");
        };
    }
}
