package dev.stoker.data.internal.node;

import dev.stoker.data.internal.pipeline.PipelineRun;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.StateReader;
import java.util.ArrayList;
import java.util.List;

/** The first elements of an epoch, kept to fill up the last batch or row. */
final class FirstElements {
    private FirstElements() {}

    /** A new run reads them anyway; a resumed one has passed them, so they are read again. */
    static <T> List<T> of(PipelineStage<T> below, long count, PipelineRun run, long epoch, StateReader state) {
        var elements = new ArrayList<T>();
        if (!state.isFresh()) {
            try (var again = below.open(run, epoch, StateReader.fresh())) {
                while (elements.size() < count && again.advance()) {
                    elements.add(again.value());
                }
            }
        }
        return elements;
    }
}
