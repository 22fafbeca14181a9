package dev.stoker.job.predict;

import dev.stoker.core.StokerException;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.job.internal.setup.ModelFactory;
import dev.stoker.nn.Model;
import dev.stoker.nn.weights.SafetensorsFile;
import java.nio.file.Path;

/** Model cards of safetensors files, and the models that they describe. */
public final class StoredModelCard {
    private StoredModelCard() {}

    /** The card of a safetensors file; refuses a file that has none. */
    public static ModelCard read(Path file) {
        try (var open = SafetensorsFile.open(file)) {
            return of(open);
        }
    }

    /** The card of an open file; refuses a file that has none. */
    public static ModelCard of(SafetensorsFile file) {
        return ModelCard.find(file.metadata(), file.path()).orElseThrow(() -> missing(file.path()));
    }

    private static StokerException missing(Path file) {
        return new StokerException(
                "%s has no model card, which says what its classes are and how images are prepared: it is from another program, or from a Stoker of before; of a run, `stoker train --resume RUN` writes model.safetensors again with one, and weights of another program become a model by `stoker train --weights %s`"
                        .formatted(file, file));
    }

    /** Builds the model of a card, without weights. */
    public static Model build(ModelCard card) {
        return ModelFactory.build(
                card.layers()
                        .orElseThrow(() -> new StokerException(
                                "model %s has layers of a program's own: open its weights in that program and give the model"
                                        .formatted(card.model()))),
                card.input(),
                card.classes().size());
    }
}
