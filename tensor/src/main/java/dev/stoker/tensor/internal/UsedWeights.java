package dev.stoker.tensor.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The weights that a forward pass has used, in order, each with the number of boundaries on the tape before it. */
public final class UsedWeights {
    private record Use(String name, int boundaries) {}

    private final Deque<Use> uses = new ArrayDeque<>();
    private final Map<String, Integer> counts = new HashMap<>();

    public void add(String name, int boundaries) {
        uses.addLast(new Use(name, boundaries));
        counts.merge(name, 1, Integer::sum);
    }

    /** The uses of a tape within this one, all of them before its next boundary. */
    public void addAll(UsedWeights inner, int boundaries) {
        inner.uses.forEach(use -> add(use.name, boundaries));
    }

    /** Backward has visited all but so many boundaries: passes on weights of which no use is left. */
    public void finish(int boundariesLeft, Consumer<String> finished) {
        while (!uses.isEmpty() && uses.getLast().boundaries >= boundariesLeft) {
            String name = uses.removeLast().name;
            if (counts.merge(name, -1, Integer::sum) == 0) {
                finished.accept(name);
            }
        }
    }
}
