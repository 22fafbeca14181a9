package dev.stoker.onnx.file;

import java.util.List;

/**
 * An input or output of a graph. Its first size is the batch, which is any.
 *
 * @param sizes of one sample
 */
public record OnnxValue(String name, OnnxType type, List<Long> sizes) {
    public OnnxValue {
        sizes = List.copyOf(sizes);
    }
}
