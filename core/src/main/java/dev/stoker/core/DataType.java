package dev.stoker.core;

/** The type of the elements of a column or tensor; the code is its name in safetensors files. */
public enum DataType {
    BOOL("BOOL", 1),
    UINT8("U8", 1),
    INT8("I8", 1),
    INT16("I16", 2),
    INT32("I32", 4),
    INT64("I64", 8),
    FLOAT16("F16", 2),
    BFLOAT16("BF16", 2),
    FLOAT32("F32", 4),
    FLOAT64("F64", 8);

    private final String code;
    private final int bytes;

    DataType(String code, int bytes) {
        this.code = code;
        this.bytes = bytes;
    }

    public String code() {
        return code;
    }

    public int bytes() {
        return bytes;
    }

    /** Whether elements are floating-point numbers rather than integers. */
    public boolean isFloating() {
        return switch (this) {
            case FLOAT16, BFLOAT16, FLOAT32, FLOAT64 -> true;
            case BOOL, UINT8, INT8, INT16, INT32, INT64 -> false;
        };
    }
}
