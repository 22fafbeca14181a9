package dev.stoker.telemetry.chart;

/** Colors that are told apart in light and dark, and by those who see fewer of them; curves also differ by their dashes. */
final class SeriesStyle {
    static final String CSS = """
        :root { --s1: #1f6feb; --s2: #2b8a3e; --s3: #e8590c; --s4: #9c36b5; --s5: #0b8fa6; --s6: #b8860b; --s7: #98a2ad; }
        @media (prefers-color-scheme: dark) {
          :root { --s1: #6cb0ff; --s2: #69db7c; --s3: #ff9a5c; --s4: #da8cf0; --s5: #4fd1e3; --s6: #e6c04b; --s7: #6b7480; }
        }
        .s1 { stroke: var(--s1); } .s2 { stroke: var(--s2); } .s3 { stroke: var(--s3); } .s4 { stroke: var(--s4); }
        .s5 { stroke: var(--s5); } .s6 { stroke: var(--s6); } .s7 { stroke: var(--s7); }
        .d3 { stroke-dasharray: 7 4; } .d4 { stroke-dasharray: 2 3; } .d5 { stroke-dasharray: 10 3 2 3; }
        .d6 { stroke-dasharray: 4 2; } .d7 { stroke-dasharray: 1 3; }
        .f1 { fill: var(--s1); } .f2 { fill: var(--s2); } .f3 { fill: var(--s3); } .f4 { fill: var(--s4); }
        .f5 { fill: var(--s5); } .f6 { fill: var(--s6); } .f7 { fill: var(--s7); }
        .cut { stroke: var(--paper); stroke-width: 1; }
        """;

    private static final int COLORS = 7;
    private static final String CHARACTERS = "█░▓▒▚╱·";

    private SeriesStyle() {}

    private static int number(int series) {
        return series % COLORS + 1;
    }

    /** The classes of a curve. */
    static String line(int series) {
        return "s%d d%d".formatted(number(series), number(series));
    }

    static String fill(int series) {
        return "f" + number(series);
    }

    /** What an area is filled with on a terminal. */
    static char character(int series) {
        return CHARACTERS.charAt(series % COLORS);
    }
}
