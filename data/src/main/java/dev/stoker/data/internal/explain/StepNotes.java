package dev.stoker.data.internal.explain;

import dev.stoker.data.explain.StageKind;
import dev.stoker.data.internal.node.Node;
import dev.stoker.data.internal.pipeline.Indexed;
import dev.stoker.data.internal.pipeline.OneToMany;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.Streamed;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.OptionalLong;

/** What the compiler did with each node. */
public final class StepNotes {

    /** How a node runs, and how many elements it has if that is known and finite. */
    record Note(String execution, StageKind kind, OptionalLong elements) {}

    private final IdentityHashMap<Node<?>, Note> notes = new IdentityHashMap<>();

    public void put(Node<?> node, String execution, PipelineStage<?> stage) {
        notes.put(
                node,
                switch (stage) {
                    case Indexed<?> indexed -> new Note(execution, StageKind.RANDOM_ACCESS, finite(indexed.size()));
                    case OneToMany<?> _ -> new Note(execution, StageKind.ONE_TO_MANY, OptionalLong.empty());
                    case Streamed<?> _ -> new Note(execution, StageKind.STREAMED, OptionalLong.empty());
                });
    }

    private static OptionalLong finite(long size) {
        return size == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(size);
    }

    Note of(Node<?> node) {
        return Objects.requireNonNull(notes.get(node), "every node is annotated when it is compiled");
    }
}
