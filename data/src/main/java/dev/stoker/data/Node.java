package dev.stoker.data;

import java.util.List;

/** A step of a chain as it was described; the compiler turns it into a stage. */
interface Node<T> {
    Stage<T> compile(Compilation compilation);

    String title();

    List<Node<?>> inputs();
}
