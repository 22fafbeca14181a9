package dev.stoker.serve.internal.protocol;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A tensor of a request.
 *
 * @param values its elements in order, little-endian; empty for BYTES
 * @param items the elements of BYTES; none for other types
 */
public record InputTensor(String name, TensorType type, List<Long> shape, MemorySegment values, List<byte[]> items) {}
