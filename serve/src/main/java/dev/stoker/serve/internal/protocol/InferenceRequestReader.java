package dev.stoker.serve.internal.protocol;

import dev.stoker.serve.internal.batch.RefusedException;
import dev.stoker.serve.internal.protocol.InferenceRequest.RequestedOutput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads a request as a stream: numbers of tensors go straight into arrays, so that a body takes a few times its size of memory at most. What
 * it does not know it skips, as the protocol asks for.
 */
public final class InferenceRequestReader {
    private static final int DEEPEST = 16;
    private static final int LONGEST_NUMBER = 40;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxNumberLength(LONGEST_NUMBER)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final List<TensorFields> inputs = new ArrayList<>();
    private final List<OutputFields> outputs = new ArrayList<>();
    private Optional<String> id = Optional.empty();
    private boolean binaryOutput;

    /** An output while its JSON is read. */
    private static final class OutputFields {
        private Optional<String> name = Optional.empty();
        private Optional<Boolean> binary = Optional.empty();
    }

    private InferenceRequestReader() {}

    /**
     * Reads a body.
     *
     * @param jsonLength the header {@code Inference-Header-Content-Length}: where the JSON ends and binary tensors begin
     */
    public static InferenceRequest read(byte[] body, Optional<String> jsonLength) {
        int length = jsonLength.map(text -> length(text, body.length)).orElse(body.length);
        var reader = new InferenceRequestReader();
        reader.readJson(body, length);
        var binary = ByteBuffer.wrap(body, length, body.length - length).slice();
        var tensors =
                reader.inputs.stream().map(fields -> fields.toTensor(binary)).toList();
        if (binary.hasRemaining()) {
            throw RefusedException.invalid(
                    "%,d bytes follow the JSON that belong to no input: check Inference-Header-Content-Length and binary_data_size"
                            .formatted(binary.remaining()));
        }
        return new InferenceRequest(reader.id, tensors, reader.requestedOutputs());
    }

    private static int length(String text, int limit) {
        if (text.matches("\\d{1,10}") && Long.parseLong(text) <= limit) {
            return Integer.parseInt(text);
        }
        throw RefusedException.invalid(
                "Inference-Header-Content-Length is '%.20s', and the body has %,d bytes".formatted(text, limit));
    }

    private List<RequestedOutput> requestedOutputs() {
        return outputs.stream()
                .map(fields -> new RequestedOutput(
                        fields.name.orElseThrow(() -> RefusedException.invalid("an output has no name")),
                        fields.binary.orElse(binaryOutput)))
                .toList();
    }

    private void readJson(byte[] body, int length) {
        try (var json = FACTORY.createParser(ObjectReadContext.empty(), body, 0, length)) {
            json.nextToken();
            object(json, "the request", name -> field(json, name));
            if (json.nextToken() != null) {
                throw RefusedException.invalid("something follows the JSON of the request");
            }
        } catch (JacksonException failure) {
            throw RefusedException.invalid("the request is no JSON: %.200s"
                    .formatted(failure.getOriginalMessage().lines().findFirst().orElse("")));
        }
    }

    @FunctionalInterface
    private interface FieldReader {
        void read(String name);
    }

    /** The current token begins an object; afterwards it ends it. */
    private static void object(JsonParser json, String what, FieldReader fields) {
        require(json, JsonToken.START_OBJECT, what + " must be an object");
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            json.nextToken();
            fields.read(name);
        }
    }

    private static void array(JsonParser json, String what, Runnable item) {
        require(json, JsonToken.START_ARRAY, what + " must be a list");
        while (json.nextToken() != JsonToken.END_ARRAY) {
            item.run();
        }
    }

    private static void require(JsonParser json, JsonToken expected, String sentence) {
        if (json.currentToken() != expected) {
            throw RefusedException.invalid(sentence);
        }
    }

    private void field(JsonParser json, String name) {
        switch (name) {
            case "id" -> id = Optional.of(text(json, "id"));
            case "inputs" -> array(json, "inputs", () -> inputs.add(input(json)));
            case "outputs" -> array(json, "outputs", () -> outputs.add(output(json)));
            case "parameters" ->
                object(json, "parameters", parameter -> {
                    if (parameter.equals("binary_data_output")) {
                        binaryOutput = truth(json, parameter);
                    } else {
                        json.skipChildren();
                    }
                });
            default -> json.skipChildren();
        }
    }

    private static TensorFields input(JsonParser json) {
        var tensor = new TensorFields();
        object(json, "an input", name -> {
            switch (name) {
                case "name" -> tensor.name = Optional.of(text(json, "the name of an input"));
                case "datatype" -> tensor.type = Optional.of(text(json, "datatype"));
                case "shape" -> {
                    var sizes = new ArrayList<Long>();
                    array(json, "shape", () -> sizes.add(whole(json, "shape")));
                    tensor.shape = List.copyOf(sizes);
                }
                case "parameters" ->
                    object(json, "parameters", parameter -> {
                        if (parameter.equals("binary_data_size")) {
                            tensor.binarySize = OptionalLong.of(whole(json, parameter));
                        } else {
                            json.skipChildren();
                        }
                    });
                case "data" -> data(json, tensor);
                default -> json.skipChildren();
            }
        });
        return tensor;
    }

    /** Flat or nested, as the protocol allows. */
    private static void data(JsonParser json, TensorFields tensor) {
        require(json, JsonToken.START_ARRAY, "data must be a list");
        int depth = 1;
        while (depth > 0) {
            switch (json.nextToken()) {
                case START_ARRAY -> depth++;
                case END_ARRAY -> depth--;
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> tensor.add(json.getDoubleValue());
                case VALUE_STRING -> tensor.add(json.getString());
                case null, default -> throw RefusedException.invalid("data holds numbers, or texts for BYTES");
            }
        }
    }

    private static OutputFields output(JsonParser json) {
        var output = new OutputFields();
        object(json, "an output", name -> {
            switch (name) {
                case "name" -> output.name = Optional.of(text(json, "the name of an output"));
                case "parameters" ->
                    object(json, "parameters", parameter -> {
                        if (parameter.equals("binary_data")) {
                            output.binary = Optional.of(truth(json, parameter));
                        } else {
                            json.skipChildren();
                        }
                    });
                default -> json.skipChildren();
            }
        });
        return output;
    }

    private static String text(JsonParser json, String what) {
        require(json, JsonToken.VALUE_STRING, what + " must be a text");
        return json.getString();
    }

    private static long whole(JsonParser json, String what) {
        require(json, JsonToken.VALUE_NUMBER_INT, what + " must hold whole numbers");
        return json.getLongValue();
    }

    private static boolean truth(JsonParser json, String what) {
        return switch (json.currentToken()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case null, default -> throw RefusedException.invalid(what + " must be true or false");
        };
    }
}
