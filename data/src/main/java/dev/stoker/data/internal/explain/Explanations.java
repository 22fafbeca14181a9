package dev.stoker.data.internal.explain;

import dev.stoker.data.explain.ExplainedStep;
import dev.stoker.data.explain.PipelineExplanation;
import dev.stoker.data.explain.PipelineWarning;
import dev.stoker.data.internal.node.Compilation;
import dev.stoker.data.internal.node.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Compiles a chain to explain it. */
public final class Explanations {
    private final StepNotes notes;
    private final List<ExplainedStep> steps = new ArrayList<>();
    private final List<PipelineWarning> warnings = new ArrayList<>();

    private Explanations(StepNotes notes) {
        this.notes = notes;
    }

    public static PipelineExplanation of(Node<?> node) {
        var compilation = new Compilation(Set.of());
        node.compile(compilation);
        var explanations = new Explanations(compilation.notes());
        explanations.add(node, 0);
        return new PipelineExplanation(explanations.steps, explanations.warnings);
    }

    private void add(Node<?> node, int depth) {
        var before = Upstream.of(node, notes);
        var note = notes.of(node);
        steps.add(new ExplainedStep(
                depth, node.title(), note.kind(), note.elements(), note.execution(), StepMeaning.of(node, before)));
        warnings.addAll(StepWarnings.of(node, before));
        node.inputs().forEach(input -> add(input, depth + 1));
    }
}
