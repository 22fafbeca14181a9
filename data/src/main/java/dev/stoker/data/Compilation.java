package dev.stoker.data;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** Turns nodes into stages and remembers what was done with each, for people to read. */
final class Compilation {
    private final Set<Optimisation> without;
    private final IdentityHashMap<Node<?>, String> notes;
    private final Map<String, Integer> numbers;

    private Compilation(
            Set<Optimisation> without, IdentityHashMap<Node<?>, String> notes, Map<String, Integer> numbers) {
        this.without = without;
        this.notes = notes;
        this.numbers = numbers;
    }

    Compilation(Set<Optimisation> without) {
        this(without, new IdentityHashMap<>(), new HashMap<>());
    }

    /** For what lies below a step that needs an index: there, computing by index is no option but the meaning. */
    Compilation keepingTheIndex() {
        return new Compilation(Set.of(), notes, numbers);
    }

    /** A name for statistics, by which steps of one kind can be told apart. */
    String stageName(String title) {
        int number = numbers.merge(title, 1, Integer::sum);
        return number == 1 ? title : title + " " + number;
    }

    boolean may(Optimisation optimisation) {
        return !without.contains(optimisation);
    }

    <S> S noted(Node<?> node, String note, S stage) {
        notes.put(node, note);
        return stage;
    }

    String tree(Node<?> root) {
        var text = new StringBuilder();
        append(text, root, "", "");
        return text.toString();
    }

    private void append(StringBuilder text, Node<?> node, String first, String rest) {
        String line = first + node.title();
        text.append("%-34s %s%n".formatted(line, notes.getOrDefault(node, "")).stripTrailing())
                .append('\n');
        for (var input : node.inputs()) {
            append(text, input, rest + "└ ", rest + "  ");
        }
    }
}
