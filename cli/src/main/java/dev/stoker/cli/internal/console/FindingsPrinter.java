package dev.stoker.cli.internal.console;

import dev.stoker.core.PrintableText;
import dev.stoker.lab.doctor.check.Finding;
import dev.stoker.lab.doctor.check.Inspection;
import dev.stoker.lab.doctor.fix.FixResult;
import dev.stoker.lab.doctor.fix.TriedChange;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Prints findings, and the changes that were tried, as text. */
public final class FindingsPrinter {
    private static final int INDENT = 4;

    private FindingsPrinter() {}

    /** What was found in full, the rest by name. */
    public static void print(Inspection inspection) {
        System.out.println();
        var found = inspection.findings().stream().filter(Finding::isFound).toList();
        if (found.isEmpty()) {
            System.out.println("found       nothing that would make it faster");
        }
        for (int i = 0; i < found.size(); i++) {
            print(i + 1, found.get(i));
        }
        System.out.println();
        for (var state : List.of(Finding.State.UNKNOWN, Finding.State.OK, Finding.State.NOT_APPLICABLE)) {
            names(state, inspection);
        }
    }

    private static void print(int number, Finding finding) {
        String gain =
                finding.expectedSpeedup() > 1 ? ", about %.2f times as fast".formatted(finding.expectedSpeedup()) : "";
        wrapped("%2d. %s%s".formatted(number, finding.name(), gain), INDENT);
        wrapped("    " + finding.evidence(), INDENT);
        wrapped("    " + finding.advice(), INDENT);
    }

    private static void names(Finding.State state, Inspection inspection) {
        String names = inspection.findings().stream()
                .filter(finding -> finding.state() == state)
                .map(Finding::name)
                .collect(Collectors.joining(", "));
        if (!names.isEmpty()) {
            wrapped("%-11s %s".formatted(title(state), names), 12);
        }
    }

    private static String title(Finding.State state) {
        return switch (state) {
            case OK -> "fine";
            case FOUND -> "found";
            case NOT_APPLICABLE -> "not here";
            case UNKNOWN -> "not known";
        };
    }

    /** The changes that were tried, and what came of it. */
    public static void print(FixResult result, Optional<Path> file) {
        if (!result.changes().isEmpty()) {
            System.out.println();
            System.out.println("%-34s %9s  %s".formatted("tried", "speedup", "outcome"));
            result.changes().forEach(FindingsPrinter::row);
        }
        System.out.println();
        if (file.isEmpty()) {
            System.out.println("fixed       nothing: no change is faster beyond the noise");
            return;
        }
        wrapped(
                "fixed       %.2f times as fast, ± %.0f %%: %,.0f images/s"
                        .formatted(result.speedup(), 100 * result.noise(), result.imagesPerSecond()),
                12);
        wrapped("plan        %s: ./stoker train --plan %s".formatted(file.orElseThrow(), file.orElseThrow()), 12);
    }

    private static void row(TriedChange change) {
        boolean measured =
                change.outcome() == TriedChange.Outcome.KEPT || change.outcome() == TriedChange.Outcome.DROPPED;
        String speedup = measured ? "%.2f".formatted(change.speedup()) : "–";
        String outcome = measured ? change.outcome().key() : change.outcome().key() + ": " + change.reason();
        wrapped("%-34s %9s  %s".formatted(change.text(), speedup, outcome), 46);
    }

    private static void wrapped(String text, int indent) {
        StyledText.of(PrintableText.of(text))
                .wrapped(Terminal.columns(), indent)
                .forEach(part -> System.out.println(part.text(false)));
    }
}
