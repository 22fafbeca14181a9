package dev.stoker.distribute.cluster;

/** Where the output of ranks goes; called by several threads. */
public interface ClusterConsole {
    /** What rank 0 wrote to standard output. */
    void output(byte[] bytes);

    /** A line that a rank wrote to standard error. */
    void error(String line);

    /** A sentence about the ranks, such as that one was lost. */
    void message(String sentence);
}
