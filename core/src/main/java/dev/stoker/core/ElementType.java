package dev.stoker.core;

/** What one element of a column or tensor is; the code is its name in safetensors files. */
public enum ElementType {
    UINT8("U8", 1),
    INT32("I32", 4),
    INT64("I64", 8),
    FLOAT16("F16", 2),
    BFLOAT16("BF16", 2),
    FLOAT32("F32", 4),
    FLOAT64("F64", 8);

    private final String code;
    private final int bytes;

    ElementType(String code, int bytes) {
        this.code = code;
        this.bytes = bytes;
    }

    public String code() {
        return code;
    }

    public int bytes() {
        return bytes;
    }
}
