package dev.stoker.bench.fuzz;

import java.util.List;

/**
 * Something that was found.
 *
 * @param index the number of the input, which together with the seed of the run and the format gives the file again
 * @param summary one line: the exception and where it was thrown, or the limit that was exceeded
 */
public record FuzzFinding(String format, FindingKind kind, long index, String summary) {
    /** Between an exception and its place in a summary. */
    static final String AT = " at ";

    private static final int FIELDS = 4;

    public FuzzFinding {
        summary = summary.replaceAll("[\\t\\r\\n]+", " ");
    }

    /** The name of the file in which the input is kept. */
    public String fileName() {
        return "%s-%s-%d.bin".formatted(format, kind, index);
    }

    /** What findings of one cause have in common: the exception and its place, or the summary without numbers. */
    String cause() {
        int place = summary.lastIndexOf(AT);
        String what = kind == FindingKind.WRONG || place < 0
                ? summary.replaceAll("[0-9]+", "#")
                : summary.replaceFirst("(?s)[: ].*", "") + summary.substring(place);
        return format + " " + kind + " " + what;
    }

    String line() {
        return String.join("\t", format, kind.name(), Long.toString(index), summary);
    }

    static FuzzFinding parse(String line) {
        var fields = List.of(line.split("\t", FIELDS));
        return new FuzzFinding(
                fields.get(0), FindingKind.valueOf(fields.get(1)), Long.parseLong(fields.get(2)), fields.get(3));
    }
}
