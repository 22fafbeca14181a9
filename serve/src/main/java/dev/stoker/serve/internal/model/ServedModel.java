package dev.stoker.serve.internal.model;

import dev.stoker.core.StokerException;
import dev.stoker.core.Task;
import dev.stoker.core.serving.ServeSettings;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.decode.PixelLimit;
import dev.stoker.onnx.runtime.OnnxSession;
import dev.stoker.onnx.runtime.TensorSpec;
import dev.stoker.serve.internal.batch.BatchFunction;
import dev.stoker.serve.internal.batch.BatchListener;
import dev.stoker.serve.internal.batch.BatchPipeline;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A model in memory that answers requests; one version of it. */
public final class ServedModel implements AutoCloseable {
    private final int version;
    private final ModelCard card;
    private final ModelInput input;
    private final List<OnnxSession> sessions;
    private final BatchPipeline pipeline;

    private ServedModel(
            int version, Path file, List<OnnxSession> sessions, ServeSettings settings, BatchListener listener) {
        var first = sessions.getFirst();
        this.version = version;
        this.sessions = sessions;
        card = ModelCard.find(first.metadata(), file).orElseThrow(() -> missing(file));
        var limit = new PixelLimit(settings.limits().pixels(), PixelLimit.DEFAULT.side());
        input = ModelInput.of(file, card, first.inputs(), ImageDecoder.openCv(limit));
        checkOutput(file, first.outputs());
        warmUp(settings.batching().batch());
        pipeline = new BatchPipeline(
                settings.batching(),
                new BatchPipeline.RowSizes(
                        input.spec().rowBytes(),
                        input.pixelBytes(),
                        card.classes().size()),
                Runtime.getRuntime().availableProcessors(),
                functions(settings.batching().sessions()),
                listener);
    }

    /** Opens and warms up all sessions. Refuses a file that is no exported model of images. */
    static ServedModel open(int version, Path file, ServeSettings settings, BatchListener listener) {
        var sessions = new ArrayList<OnnxSession>();
        try {
            for (int i = 0; i < pools(settings.batching()); i++) {
                sessions.add(OnnxSession.open(file, settings.batching().threads()));
            }
            return new ServedModel(version, file, sessions, settings, listener);
        } catch (RuntimeException failure) {
            sessions.forEach(OnnxSession::close);
            throw failure;
        }
    }

    /** Sessions of one thread compute on the thread that calls them: all of them can be one, with one copy of the weights. */
    private static int pools(ServeSettings.Batching batching) {
        return batching.threads() == 1 ? 1 : batching.sessions();
    }

    private List<BatchFunction> functions(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> (BatchFunction) sessions.get(i % sessions.size())::run)
                .toList();
    }

    private static StokerException missing(Path file) {
        return new StokerException(
                "%s has no model card, which says what its classes are and how images are prepared: it is from another program; `stoker export RUN --onnx FILE` writes one"
                        .formatted(file));
    }

    private void checkOutput(Path file, List<TensorSpec> outputs) {
        var expected = List.of(TensorSpec.ANY, (long) card.classes().size());
        var output = outputs.getFirst();
        String name = card.task() == Task.REGRESSION ? "values" : "logits";
        if (!output.name().equals(name) || !output.shape().equals(expected)) {
            throw new StokerException("%s gives %s, and by its card it should give %s %s: export it again"
                    .formatted(file, outputs, name, expected));
        }
    }

    /** ONNX Runtime plans its memory when a batch size is seen first; 1, 2, 4, … and the largest are seen here. */
    private void warmUp(int batch) {
        try (var arena = Arena.ofConfined()) {
            var rows = arena.allocate(batch * input.spec().rowBytes(), Float.BYTES);
            var results = arena.allocate((long) batch * card.classes().size() * Float.BYTES, Float.BYTES);
            for (var session : sessions) {
                for (int count = 1; count < batch; count *= 2) {
                    session.run(rows, count, results);
                }
                session.run(rows, batch, results);
            }
        }
    }

    public int version() {
        return version;
    }

    public ModelCard card() {
        return card;
    }

    public ModelInput input() {
        return input;
    }

    public TensorSpec output() {
        return sessions.getFirst().outputs().getFirst();
    }

    public BatchPipeline pipeline() {
        return pipeline;
    }

    /** After the last request. */
    @Override
    public void close() {
        pipeline.close();
        sessions.forEach(OnnxSession::close);
    }
}
