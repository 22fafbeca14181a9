package dev.stoker.data.internal.node;

import dev.stoker.data.internal.pipeline.PipelineStage;
import java.util.List;

/** A step of a chain as it was described; the compiler turns it into a stage. */
public interface Node<T> {
    PipelineStage<T> compile(Compilation compilation);

    String title();

    List<Node<?>> inputs();
}
