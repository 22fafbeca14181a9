package dev.stoker.core;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that a user most likely meant. */
public final class NameSuggestion {
    private NameSuggestion() {}

    /** The closest of {@code names} to {@code typed}, unless even that one needs more than half its letters changed. */
    public static Optional<String> closest(String typed, Collection<String> names) {
        String wanted = typed.toLowerCase(Locale.ROOT);
        return names.stream()
                .min(Comparator.comparingInt(name -> editCost(wanted, name)))
                .filter(name -> editCost(wanted, name) <= Math.max(2, name.length() / 2));
    }

    /** Letters to change; a missing end of a name counts as one. */
    private static int editCost(String wanted, String name) {
        return wanted.length() > 1 && name.startsWith(wanted) ? 1 : distance(wanted, name);
    }

    /** "; did you mean X?" or nothing, to end an error message with. */
    public static String didYouMean(String typed, Collection<String> names) {
        return closest(typed, names).map(name -> "; did you mean " + name + "?").orElse("");
    }

    /** Edits (insert, delete, replace, swap of neighbors) that turn one text into the other. */
    static int distance(String from, String to) {
        int[][] cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                cost[i][j] = i == 0 ? j : j == 0 ? i : cheapest(cost, from, to, i, j);
            }
        }
        return cost[from.length()][to.length()];
    }

    private static int cheapest(int[][] cost, String from, String to, int i, int j) {
        int replace = cost[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replace, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
