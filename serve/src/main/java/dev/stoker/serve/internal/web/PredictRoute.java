package dev.stoker.serve.internal.web;

import dev.stoker.serve.internal.batch.RefusedException;
import dev.stoker.serve.internal.batch.RowWriter;
import dev.stoker.serve.internal.model.ModelRepository;
import dev.stoker.serve.internal.protocol.MultipartForm;
import dev.stoker.serve.internal.protocol.RankedClasses;
import dev.stoker.telemetry.log.Json;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code POST /predict}: images as they are, and classes in words, or numbers. */
final class PredictRoute implements Handler {
    private static final int DEFAULT_TOP = 5;

    private final ModelRepository repository;
    private final RequestBody bodies;
    private final Answers answers;
    private final int mostFiles;

    PredictRoute(ModelRepository repository, RequestBody bodies, Answers answers, int mostFiles) {
        this.repository = repository;
        this.bodies = bodies;
        this.answers = answers;
        this.mostFiles = mostFiles;
    }

    @Override
    public void handle(Context request) {
        int top = top(request);
        bodies.read(
                request,
                body -> request.contentType("application/json").result(Json.write(answer(request, body, top))));
    }

    private static int top(Context request) {
        String text = Optional.ofNullable(request.queryParam("top")).orElse(Integer.toString(DEFAULT_TOP));
        if (!text.matches("[1-9]\\d{0,5}")) {
            throw RefusedException.invalid(
                    "top is how many classes are wanted, at least 1, got '%.20s'".formatted(text));
        }
        return Integer.parseInt(text);
    }

    private Map<String, Object> answer(Context request, byte[] body, int top) {
        String type = Optional.ofNullable(request.contentType()).orElse("");
        boolean form = MultipartForm.isOne(type);
        var files = form ? MultipartForm.files(body, type, mostFiles) : List.of(new MultipartForm.File("", body));
        if (files.isEmpty() || (!form && body.length == 0)) {
            throw RefusedException.invalid("there is no image in the request: send its bytes, or a form with files");
        }
        try (var lease = repository.lease()) {
            var model = lease.model();
            var rows = new ArrayList<RowWriter>();
            files.forEach(file -> rows.add(model.input().encoded(file.content())));
            var logits = answers.of(model, rows);
            var fields = new LinkedHashMap<String, Object>();
            fields.put("model", repository.name());
            fields.put("version", Integer.toString(model.version()));
            var classes = RankedClasses.of(model.card());
            if (form) {
                var predictions = new ArrayList<Map<String, Object>>();
                for (int i = 0; i < files.size(); i++) {
                    var prediction = new LinkedHashMap<String, Object>();
                    prediction.put("file", files.get(i).name());
                    prediction.putAll(classes.answer(logits.get(i), top));
                    predictions.add(prediction);
                }
                fields.put("predictions", predictions);
            } else {
                fields.putAll(classes.answer(logits.getFirst(), top));
            }
            return fields;
        }
    }
}
