package dev.stoker.serve.internal.web;

import dev.stoker.core.Task;
import dev.stoker.onnx.runtime.TensorSpec;
import dev.stoker.serve.internal.batch.RefusedException;
import dev.stoker.serve.internal.batch.RowWriter;
import dev.stoker.serve.internal.model.ModelRepository;
import dev.stoker.serve.internal.model.ServedModel;
import dev.stoker.serve.internal.protocol.InferenceRequest;
import dev.stoker.serve.internal.protocol.InferenceRequest.RequestedOutput;
import dev.stoker.serve.internal.protocol.InferenceRequestReader;
import dev.stoker.serve.internal.protocol.InferenceResponse;
import dev.stoker.serve.internal.protocol.InputTensor;
import dev.stoker.serve.internal.protocol.OutputTensor;
import dev.stoker.serve.internal.protocol.RankedClasses;
import dev.stoker.serve.internal.protocol.TensorType;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** {@code POST /v2/models/NAME/infer}: tensors in, tensors out. */
final class InferRoute implements Handler {
    private static final String JSON_LENGTH = "Inference-Header-Content-Length";

    /** An input of any model: encoded images, which the server prepares as in training. */
    static final String ENCODED = "encoded";

    static final String PROBABILITIES = "probabilities";
    static final String CLASSES = "classes";

    private final ModelRepository repository;
    private final RequestBody bodies;
    private final Answers answers;

    InferRoute(ModelRepository repository, RequestBody bodies, Answers answers) {
        this.repository = repository;
        this.bodies = bodies;
        this.answers = answers;
    }

    @Override
    public void handle(Context request) {
        try (var named = ModelPath.lease(request, repository)) {
            named.model(); // unknown models are refused before a body is read
        }
        bodies.read(request, body -> {
            var inference = InferenceRequestReader.read(body, Optional.ofNullable(request.header(JSON_LENGTH)));
            try (var lease = ModelPath.lease(request, repository)) {
                write(request, response(lease.model(), inference));
            }
        });
    }

    private InferenceResponse response(ServedModel model, InferenceRequest request) {
        var outputs = request.outputs().isEmpty()
                ? List.of(new RequestedOutput(model.output().name(), false))
                : request.outputs();
        outputs.forEach(output -> requireKnown(output.name(), model));
        var logits = answers.of(model, rows(model, request.inputs()));
        return InferenceResponse.of(
                repository.name(),
                Integer.toString(model.version()),
                request.id(),
                outputs.stream().map(output -> output(output, model, logits)).toList());
    }

    private static void requireKnown(String output, ServedModel model) {
        var known = outputs(model);
        if (!known.contains(output)) {
            throw RefusedException.invalid("there is no output '%.60s'; there are %s".formatted(output, known));
        }
    }

    /** Numbers of regression have no probabilities. */
    static List<String> outputs(ServedModel model) {
        String first = model.output().name();
        return model.card().task() == Task.REGRESSION ? List.of(first) : List.of(first, PROBABILITIES, CLASSES);
    }

    private static List<RowWriter> rows(ServedModel model, List<InputTensor> inputs) {
        var spec = model.input().spec();
        if (inputs.size() != 1) {
            throw RefusedException.invalid(
                    "a request has one input, %s or %s, got %d".formatted(spec.name(), ENCODED, inputs.size()));
        }
        var tensor = inputs.getFirst();
        if (tensor.name().equals(ENCODED)) {
            requireType(tensor, TensorType.BYTES);
            return tensor.items().stream().map(model.input()::encoded).toList();
        }
        if (!tensor.name().equals(spec.name())) {
            throw RefusedException.invalid(
                    "there is no input '%.60s'; there are %s and %s".formatted(tensor.name(), spec.name(), ENCODED));
        }
        requireType(tensor, TensorType.of(spec.type()));
        requireShape(tensor, spec);
        long rowBytes = spec.rowBytes();
        return IntStream.range(0, Math.toIntExact(tensor.shape().getFirst()))
                .mapToObj(row -> model.input().raw(tensor.values().asSlice(row * rowBytes, rowBytes)))
                .toList();
    }

    private static void requireType(InputTensor tensor, TensorType expected) {
        if (tensor.type() != expected) {
            throw RefusedException.invalid("%s is %s, got %s".formatted(tensor.name(), expected, tensor.type()));
        }
    }

    private static void requireShape(InputTensor tensor, TensorSpec spec) {
        var shape = tensor.shape();
        int dimensions = spec.shape().size();
        if (shape.size() != dimensions
                || !shape.subList(1, dimensions).equals(spec.shape().subList(1, dimensions))) {
            throw RefusedException.invalid(
                    "%s has the shape %s with any first size, got %s".formatted(spec.name(), spec.shape(), shape));
        }
    }

    private static OutputTensor output(RequestedOutput wanted, ServedModel model, List<float[]> logits) {
        var classes = RankedClasses.of(model.card());
        return switch (wanted.name()) {
            case PROBABILITIES ->
                new OutputTensor.Floats(
                        PROBABILITIES,
                        wanted.binary(),
                        logits.stream().map(classes::probabilities).toList());
            case CLASSES ->
                new OutputTensor.Texts(
                        CLASSES,
                        wanted.binary(),
                        logits.stream().map(classes::names).toList());
            default -> new OutputTensor.Floats(wanted.name(), wanted.binary(), logits);
        };
    }

    private static void write(Context request, InferenceResponse response) {
        response.jsonLength().ifPresent(length -> request.header(JSON_LENGTH, Integer.toString(length)));
        request.contentType(response.jsonLength().isPresent() ? "application/octet-stream" : "application/json")
                .result(response.body());
    }
}
