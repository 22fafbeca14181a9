package dev.stoker.telemetry.chart;

import dev.stoker.core.io.AtomicFile;
import java.nio.file.Path;
import java.util.List;

/**
 * Lanes over a common axis of time, with bars of some kinds on them.
 *
 * @param axis the title of the axis
 * @param length the axis reaches from 0 to this
 */
public record Timeline(String title, String subtitle, String axis, double length, List<Kind> kinds, List<Lane> lanes) {
    /** Pixels on a screen; the drawing scales down but not beyond this. */
    private static final int MAX_WIDTH = 1600;

    /** The meaning of a color, which is 0xRRGGBB. */
    public record Kind(String title, int color) {}

    /** A row of bars, with a note at its end. Later bars are drawn over earlier ones. */
    public record Lane(String title, String note, List<Bar> bars) {
        public Lane {
            bars = List.copyOf(bars);
        }
    }

    /**
     * An interval of the axis.
     *
     * @param depth the number of bars that contain it
     * @param density the share of it that is busy, where it merges several that are too short to be drawn
     * @param hint the tooltip
     */
    public record Bar(double from, double to, Kind kind, int depth, double density, String hint) {}

    public Timeline {
        kinds = List.copyOf(kinds);
        lanes = List.copyOf(lanes);
        if (lanes.isEmpty() || !(length > 0) || !Double.isFinite(length)) {
            throw new IllegalArgumentException("a timeline needs a lane and a length above 0, got %d lanes and %s: %s"
                    .formatted(lanes.size(), length, title));
        }
    }

    /** The length of the axis per pixel: shorter bars cannot be distinguished. */
    public static double perPixel(double length) {
        return length / (TimelineLayout.RIGHT - TimelineLayout.LEFT);
    }

    /** An SVG file that needs nothing else. */
    public void writeSvg(Path file) {
        AtomicFile.write(file, TimelineSvg.of(this).svg());
    }

    /** An HTML page that needs nothing else. */
    public void writeHtml(Path file) {
        AtomicFile.write(file, TimelineSvg.of(this).html(MAX_WIDTH));
    }
}
