package dev.stoker.cli.internal.console;

import dev.stoker.core.PrintableText;
import dev.stoker.lab.doctor.ConfidenceInterval;
import dev.stoker.lab.doctor.Diagnosis;
import dev.stoker.lab.doctor.WhatIf;
import dev.stoker.train.measure.MeasuredPart;

/** Prints a diagnosis as text. */
public final class DiagnosisPrinter {
    private static final int INDENT = 12;

    /** Beyond this, the number says only that something else would be the limit. */
    private static final int MANY = 20;

    private DiagnosisPrinter() {}

    public static void print(Diagnosis diagnosis) {
        line("%-11s %12s %9s %7s".formatted("part", "images/s", "95 %", "rounds"));
        for (var part : MeasuredPart.values()) {
            row(part, diagnosis.measurements().of(part).interval());
        }
        System.out.println();
        note(
                "bottleneck",
                diagnosis.verdict().bottleneck().key() + ": "
                        + diagnosis.verdict().sentence());
        note(
                "ceiling",
                "%,.0f images/s, %s of now".formatted(diagnosis.verdict().ceiling(), ofNow(diagnosis)));
        System.out.println();
        line("%-11s %12s %9s".formatted("what if", "images/s", "speedup"));
        diagnosis.whatIf().forEach(DiagnosisPrinter::row);
    }

    private static String ofNow(Diagnosis diagnosis) {
        double now = diagnosis.measurements().imagesPerSecond(MeasuredPart.EVERYTHING);
        double times = diagnosis.verdict().ceiling() / now;
        return times > MANY ? "many times the throughput" : "%.2f times the throughput".formatted(times);
    }

    private static void row(MeasuredPart part, ConfidenceInterval interval) {
        String width =
                Double.isFinite(interval.halfWidth()) ? "± %.1f %%".formatted(100 * interval.relativeHalfWidth()) : "–";
        line("  %-9s %12s %9s %7d".formatted(part.key(), "%,.0f".formatted(interval.mean()), width, interval.values()));
    }

    private static void row(WhatIf prediction) {
        String amount = prediction.amount().isPresent()
                ? ", %s".formatted(number(prediction.amount().getAsDouble()))
                : "";
        line("  %-24s %,9.0f %9s"
                .formatted(
                        "%s %s%s"
                                .formatted(
                                        prediction.factor() > 1 ? "twice the" : "half the",
                                        prediction.resource().key(),
                                        amount),
                        prediction.imagesPerSecond(),
                        "%.2f".formatted(prediction.speedup())));
    }

    private static String number(double amount) {
        return amount == Math.rint(amount) ? "%,.0f".formatted(amount) : "%.1f".formatted(amount);
    }

    /** A text that is too long for the terminal is broken. */
    private static void note(String title, String text) {
        StyledText.of("%-11s %s".formatted(title, PrintableText.of(text)))
                .wrapped(Terminal.columns(), INDENT)
                .forEach(part -> System.out.println(part.text(false)));
    }

    private static void line(String text) {
        System.out.println(PrintableText.of(text));
    }
}
