package dev.stoker.spark.executor;

/** What the driver and the task of a rank tell each other. */
public enum MessageKind {
    /** Of a task: who it is. */
    HELLO,
    /** Of the driver, when all ranks are there: a {@link ProcessCommand}. */
    START,
    /** Of the driver: save what there is and end. */
    STOP,
    /** Of rank 0: bytes of its standard output. */
    OUTPUT,
    /** Of a rank: a line of its standard error. */
    ERROR,
    /** Of rank 0: the folder of its run. */
    RUN,
    /** Of a rank: its exit code. */
    END,
    /** Of the driver, after an end: the task is done. */
    DONE,
    /** Of the driver, after an end: the task fails, so that Spark starts all ranks again. */
    AGAIN
}
