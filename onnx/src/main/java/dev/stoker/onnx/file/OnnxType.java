package dev.stoker.onnx.file;

/** Types of elements, with their numbers in ONNX files. */
public enum OnnxType {
    FLOAT(1, 4),
    UINT8(2, 1),
    INT8(3, 1),
    INT32(6, 4),
    INT64(7, 8),
    FLOAT16(10, 2);

    private final int number;
    private final int bytes;

    OnnxType(int number, int bytes) {
        this.number = number;
        this.bytes = bytes;
    }

    public int number() {
        return number;
    }

    public int bytes() {
        return bytes;
    }
}
