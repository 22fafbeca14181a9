package dev.stoker.train;

import dev.stoker.core.ElementType;

/** The type that convolutions and matrix products are computed in; weights and updates stay in 32 bits. */
public enum Precision {
    FP32(ElementType.FLOAT32),
    BF16(ElementType.BFLOAT16);

    private final ElementType type;

    Precision(ElementType type) {
        this.type = type;
    }

    public ElementType type() {
        return type;
    }
}
