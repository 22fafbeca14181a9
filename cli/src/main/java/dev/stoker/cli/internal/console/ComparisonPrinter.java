package dev.stoker.cli.internal.console;

import dev.stoker.core.PrintableText;
import dev.stoker.lab.comparison.Comparison;
import dev.stoker.lab.comparison.ComparisonTable;
import dev.stoker.lab.comparison.Verdict;
import java.util.List;

/** Runs side by side on the screen. */
public final class ComparisonPrinter {
    private ComparisonPrinter() {}

    /** The table, at most so many columns wide, what is wrong with rows, and the verdict. */
    public static void print(Comparison comparison, int columns) {
        var table = ComparisonTable.fitting(comparison, columns);
        table.lines().forEach(line -> System.out.println(PrintableText.of(line)));
        print(table.notes(), columns);
        print(Verdict.sentences(comparison), columns);
        int left =
                ComparisonTable.of(comparison).titles().size() - table.titles().size();
        if (left > 0) {
            System.out.printf("(%d more columns with --wide)%n", left);
        }
    }

    /** Of this terminal. */
    public static int columns() {
        return Terminal.columns();
    }

    private static void print(List<String> sentences, int columns) {
        if (!sentences.isEmpty()) {
            System.out.println();
        }
        for (String sentence : sentences) {
            StyledText.of(sentence).wrapped(columns, 2).forEach(line -> System.out.println(line.text(false)));
        }
    }
}
