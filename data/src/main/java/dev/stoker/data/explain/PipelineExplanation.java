package dev.stoker.data.explain;

import java.util.List;

/** A compiled pipeline: its steps from the last one back to its sources, and warnings about their order. */
public record PipelineExplanation(List<ExplainedStep> steps, List<PipelineWarning> warnings) {
    private static final int TITLE_WIDTH = 34;

    public PipelineExplanation {
        steps = List.copyOf(steps);
        warnings = List.copyOf(warnings);
    }

    /** The steps as a tree, one per line, then one line per warning. */
    public String text() {
        var text = new StringBuilder();
        for (var step : steps) {
            String branch = step.depth() == 0 ? "" : "  ".repeat(step.depth() - 1) + "└ ";
            String title = branch + step.title();
            text.append(title)
                    .repeat(' ', Math.max(1, TITLE_WIDTH + 1 - title.length()))
                    .append(step.description())
                    .append('\n');
        }
        warnings.forEach(
                warning -> text.append("warning: ").append(warning.message()).append('\n'));
        return text.toString();
    }

    @Override
    public String toString() {
        return text();
    }
}
