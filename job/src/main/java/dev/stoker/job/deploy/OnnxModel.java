package dev.stoker.job.deploy;

import java.lang.foreign.MemorySegment;
import java.util.Map;

/** An ONNX file that is loaded, and computes on this host. */
public interface OnnxModel extends AutoCloseable {
    /** What the file says of itself, such as its model card. */
    Map<String, String> metadata();

    /** The logits of so many rows as the card of the file has them: bytes of pixels, or values of a table. */
    float[] logits(MemorySegment rows, int count);

    @Override
    void close();
}
