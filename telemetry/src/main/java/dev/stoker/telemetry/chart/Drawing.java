package dev.stoker.telemetry.chart;

import dev.stoker.core.io.AtomicFile;
import java.nio.file.Path;
import java.util.List;

/** A chart of some kind: in characters, as an SVG file, as a page, or as part of a page. */
public sealed interface Drawing permits Chart, BarChart, StackedBars, StackedAreas, ScatterChart {
    /** Pixels on a screen; a page scales its drawing down but not beyond this. */
    int MAX_WIDTH = 1100;

    String title();

    /** As text of at most so many columns. */
    List<String> text(int columns);

    /** An SVG file that needs nothing else. */
    default void writeSvg(Path file) {
        AtomicFile.write(file, Drawings.svg(this, DrawingSize.PAGE).svg());
    }

    /** An HTML page that needs nothing else. */
    default void writeHtml(Path file) {
        AtomicFile.write(file, Drawings.svg(this, DrawingSize.PAGE).html(MAX_WIDTH));
    }

    /**
     * An SVG element for a page that has {@link #style}: half as wide as a page, without its title, which the page shows.
     *
     * @param name distinguishes the drawing from others of the page; letters and digits
     */
    default String element(String name) {
        return Drawings.svg(this, DrawingSize.CARD.named(name)).element();
    }

    /** The style sheet of all drawings of a page. */
    static String style() {
        return SvgDocument.pageStyle();
    }
}
