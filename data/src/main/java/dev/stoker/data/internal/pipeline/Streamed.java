package dev.stoker.data.internal.pipeline;

/** Elements that can only be computed one after the other. */
@FunctionalInterface
public non-sealed interface Streamed<T> extends PipelineStage<T> {
    @Override
    Cursor<T> open(PipelineRun run, long epoch, StateReader state);
}
