package dev.stoker.data;

/** What the compiler does to a chain; each can be switched off, and results stay the same. */
public enum PipelineOptimization {
    /** Adjacent maps and filters become one function, run in the task that reads the element. */
    FUSE_MAPS,
    /** A batch is one task, and its elements are computed where they are put. */
    FUSE_BATCH,
    /** Order is computed by index (shuffle, repeat, take, skip, shard), so that any worker can compute any element. */
    ORDER_BY_INDEX
}
