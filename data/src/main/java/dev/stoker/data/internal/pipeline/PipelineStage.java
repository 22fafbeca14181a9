package dev.stoker.data.internal.pipeline;

/** A step of a chain as it will run. */
public sealed interface PipelineStage<T> permits Indexed, OneToMany, Streamed {
    /** Starts at the beginning of an epoch, or where the state says. */
    Cursor<T> open(PipelineRun run, long epoch, StateReader state);
}
