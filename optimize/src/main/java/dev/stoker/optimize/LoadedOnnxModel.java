package dev.stoker.optimize;

import dev.stoker.core.StokerException;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.job.deploy.OnnxModel;
import dev.stoker.onnx.file.OnnxType;
import dev.stoker.onnx.runtime.OnnxSession;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** An exported file that is used like a model of Stoker's own. One that takes normalized floats gets them made of the bytes. */
record LoadedOnnxModel(OnnxSession session, Optional<ModelCard> card) implements OnnxModel {

    static LoadedOnnxModel open(Path file, int threads) {
        if (!Files.isRegularFile(file)) {
            throw new StokerException("there is no file %s".formatted(file));
        }
        var session = OnnxSession.open(file, threads);
        try {
            var card = ModelCard.find(session.metadata(), file);
            card.ifPresent(found -> refuseOther(session, found));
            return new LoadedOnnxModel(session, card);
        } catch (RuntimeException failure) {
            session.close();
            throw failure;
        }
    }

    /** A card that was copied into another model would give nonsense, or read beyond the rows. */
    private static void refuseOther(OnnxSession session, ModelCard card) {
        var input = session.inputs().getFirst();
        var output = session.outputs().getFirst();
        long elements = input.rowBytes() / input.type().bytes();
        boolean fits = session.inputs().size() == 1
                && (input.type() == OnnxType.UINT8 || input.type() == OnnxType.FLOAT)
                && elements == card.input().elements()
                && output.type() == OnnxType.FLOAT
                && (card.scaling().isEmpty() || output.name().equals(ScaledOutputs.VALUES))
                && output.rowBytes() == (long) Float.BYTES * card.classes().size();
        if (!fits) {
            throw new StokerException(
                    "%s cannot be used: it takes %s and gives %s, but its model card is of %s and %d classes"
                            .formatted(
                                    session.file(),
                                    input,
                                    output,
                                    card.input(),
                                    card.classes().size()));
        }
    }

    @Override
    public Map<String, String> metadata() {
        return session.metadata();
    }

    @Override
    public float[] logits(MemorySegment rows, int count) {
        float[] outputs = outputs(rows, count);
        return card.map(found -> ScaledOutputs.standardized(outputs, found)).orElse(outputs);
    }

    private float[] outputs(MemorySegment rows, int count) {
        var input = session.inputs().getFirst();
        if (input.type() != OnnxType.FLOAT
                || card.flatMap(ModelCard::normalization).isEmpty()) {
            return session.run(rows, count);
        }
        float[] normalized = ExportSamples.normalized(rows, count, card.get());
        try (var arena = Arena.ofConfined()) {
            return session.run(arena.allocateFrom(ValueLayout.JAVA_FLOAT, normalized), count);
        }
    }

    @Override
    public void close() {
        session.close();
    }
}
