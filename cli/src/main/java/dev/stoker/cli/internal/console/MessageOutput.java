package dev.stoker.cli.internal.console;

/** Where a thread that does not know the progress of a command says something to a person. */
@FunctionalInterface
public interface MessageOutput {
    /** Prints a line above the progress. */
    void print(String text);

    /** Removes the progress: what is printed next is the last line. */
    default void clear() {}
}
