package dev.stoker.serve.internal.web;

import dev.stoker.core.StokerException;
import dev.stoker.onnx.runtime.TensorSpec;
import dev.stoker.serve.internal.batch.RefusedException;
import dev.stoker.serve.internal.model.ModelRepository;
import dev.stoker.serve.internal.protocol.TensorType;
import dev.stoker.telemetry.log.Json;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** What the Open Inference Protocol tells about server and model, and the extension that loads a model again. */
final class ModelRoutes {
    private static final int UNAVAILABLE = 503;

    private final ModelRepository repository;
    private final BooleanSupplier ready;

    ModelRoutes(ModelRepository repository, BooleanSupplier ready) {
        this.repository = repository;
        this.ready = ready;
    }

    void addTo(RoutesConfig routes) {
        routes.get("/v2", this::server);
        routes.get("/v2/health/live", request -> json(request, Map.of("live", true)));
        routes.get("/v2/health/ready", this::ready);
        for (String model : List.of("/v2/models/{name}", "/v2/models/{name}/versions/{version}")) {
            routes.get(model, this::metadata);
            routes.get(model + "/ready", request -> {
                try (var _ = ModelPath.lease(request, repository)) {
                    ready(request);
                }
            });
        }
        routes.post("/v2/repository/index", this::index);
        routes.post("/v2/repository/models/{name}/load", this::load);
    }

    private static void json(Context request, Map<String, ?> fields) {
        request.contentType("application/json").result(Json.write(fields));
    }

    private void server(Context request) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("name", "stoker");
        fields.put("version", version());
        fields.put("extensions", List.of("binary_tensor_data", "model_repository"));
        json(request, fields);
    }

    private static String version() {
        String version = ModelRoutes.class.getPackage().getImplementationVersion();
        return version == null ? "0.1.0" : version;
    }

    private void ready(Context request) {
        boolean isReady = ready.getAsBoolean();
        request.status(isReady ? 200 : UNAVAILABLE);
        json(request, Map.of("ready", isReady));
    }

    private void metadata(Context request) {
        try (var lease = ModelPath.lease(request, repository)) {
            var model = lease.model();
            var fields = new LinkedHashMap<String, Object>();
            fields.put("name", repository.name());
            fields.put("versions", List.of(Integer.toString(model.version())));
            fields.put("platform", "onnxruntime_onnx");
            fields.put("inputs", List.of(fields(model.input().spec()), text(InferRoute.ENCODED)));
            fields.put(
                    "outputs",
                    InferRoute.outputs(model).stream()
                            .map(name -> output(name, model.output()))
                            .toList());
            fields.put(
                    "parameters",
                    Map.of(
                            "model",
                            model.card().model(),
                            "classes",
                            model.card().classes()));
            json(request, fields);
        }
    }

    private static Map<String, Object> output(String name, TensorSpec logits) {
        return name.equals(InferRoute.CLASSES)
                ? text(name)
                : fields(new TensorSpec(name, logits.type(), logits.shape()));
    }

    private static Map<String, Object> fields(TensorSpec spec) {
        return fields(spec.name(), TensorType.of(spec.type()), spec.shape());
    }

    private static Map<String, Object> text(String name) {
        return fields(name, TensorType.BYTES, List.of(TensorSpec.ANY));
    }

    private static Map<String, Object> fields(String name, TensorType type, List<Long> shape) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("name", name);
        fields.put("datatype", type.name());
        fields.put("shape", shape);
        return fields;
    }

    /** A list, which our JSON writer has inside of objects only. */
    private void index(Context request) {
        try (var lease = repository.lease()) {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("name", repository.name());
            fields.put("version", Integer.toString(lease.model().version()));
            fields.put("state", ready.getAsBoolean() ? "READY" : "UNAVAILABLE");
            fields.put("reason", repository.problem().orElse(""));
            request.contentType("application/json").result("[" + Json.write(fields) + "]");
        }
    }

    private void load(Context request) {
        ModelPath.requireName(request, repository);
        try {
            repository.load();
        } catch (StokerException failure) {
            throw RefusedException.invalid(String.valueOf(failure.getMessage()));
        }
        json(request, Map.of());
    }
}
