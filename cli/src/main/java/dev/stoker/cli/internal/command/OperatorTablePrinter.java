package dev.stoker.cli.internal.command;

import dev.stoker.core.Bytes;
import dev.stoker.core.PrintableText;
import dev.stoker.telemetry.trace.OperatorTable;

/** Prints the most expensive operators of a trace. */
final class OperatorTablePrinter {
    private static final int NAME_WIDTH = 38;
    private static final String ROW = "  %-" + NAME_WIDTH + "s %10s %7s %8s %10s%n";

    private OperatorTablePrinter() {}

    static void show(OperatorTable table, int most) {
        if (most == 0 || table.operators().isEmpty()) {
            return;
        }
        if (table.ofKernels()) {
            header("kernels by group", "bytes/s");
            table.groups().forEach(group -> row(group.group(), group, rate(group)));
        }
        header(table.ofKernels() ? "most expensive kernels" : "most expensive operators", "mean");
        table.operators().stream()
                .limit(most)
                .forEach(each -> row(each.group() + ": " + each.name(), each, each.mean()));
        if (table.operators().size() > most) {
            System.out.printf(
                    "  and %,d more (--operators)%n", table.operators().size() - most);
        }
        table.flops().ifPresent(rate -> flops(table.ofKernels(), rate));
    }

    private static void header(String title, String last) {
        System.out.println();
        System.out.printf(ROW, title, "time", "share", "count", last);
    }

    private static void row(String name, OperatorTable.Operator operator, String last) {
        System.out.printf(
                ROW,
                KernelLabel.within(NAME_WIDTH, PrintableText.of(name)),
                operator.time(),
                "%.1f %%".formatted(100 * operator.share()),
                "%,d".formatted(operator.count()),
                last);
    }

    private static void flops(boolean ofKernels, double rate) {
        System.out.printf(
                "%n  %s: %s, by the multiply-adds of the model%n"
                        + "  (two operations each, three times for forward and backward pass)%n",
                ofKernels ? "convolutions and matrix products" : "steps of the device",
                rate < 1e12 ? "%.3g GFLOP/s".formatted(rate * 1e-9) : "%.3g TFLOP/s".formatted(rate * 1e-12));
    }

    private static String rate(OperatorTable.Operator operator) {
        var rate = operator.bytesPerSecond();
        return rate.isPresent() ? new Bytes(Math.round(rate.getAsDouble())) + "/s" : "–";
    }
}
