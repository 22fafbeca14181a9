package dev.stoker.serve.internal.protocol;

import java.util.List;
import java.util.Optional;

/**
 * A request for inference.
 *
 * @param id which the answer repeats
 * @param outputs that are asked for; none is the default of the server
 */
public record InferenceRequest(Optional<String> id, List<InputTensor> inputs, List<RequestedOutput> outputs) {

    /** An output, as JSON or as bytes after the JSON. */
    public record RequestedOutput(String name, boolean binary) {}
}
