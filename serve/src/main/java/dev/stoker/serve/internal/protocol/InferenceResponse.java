package dev.stoker.serve.internal.protocol;

import dev.stoker.telemetry.log.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An answer as bytes.
 *
 * @param jsonLength of the JSON at its begin, where binary tensors follow
 */
public record InferenceResponse(byte[] body, OptionalInt jsonLength) {

    public static InferenceResponse of(String model, String version, Optional<String> id, List<OutputTensor> outputs) {
        var binary = new ByteArrayOutputStream();
        var tensors = new ArrayList<Map<String, Object>>();
        for (var output : outputs) {
            byte[] bytes = output.binary() ? output.toBytes() : new byte[0];
            binary.writeBytes(bytes);
            tensors.add(output.fields(bytes.length));
        }
        var fields = new LinkedHashMap<String, Object>();
        fields.put("model_name", model);
        fields.put("model_version", version);
        id.ifPresent(text -> fields.put("id", text));
        fields.put("outputs", tensors);
        byte[] json = Json.write(fields).getBytes(StandardCharsets.UTF_8);
        if (outputs.stream().noneMatch(OutputTensor::binary)) {
            return new InferenceResponse(json, OptionalInt.empty());
        }
        var body = new ByteArrayOutputStream(json.length + binary.size());
        body.writeBytes(json);
        body.writeBytes(binary.toByteArray());
        return new InferenceResponse(body.toByteArray(), OptionalInt.of(json.length));
    }
}
