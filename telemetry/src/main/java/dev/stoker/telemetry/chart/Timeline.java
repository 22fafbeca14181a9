package dev.stoker.telemetry.chart;

import dev.stoker.core.io.AtomicFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * Lanes over a common axis of time, with bars of some kinds on them.
 *
 * @param axis what the numbers of the axis are
 * @param length how far the axis reaches from 0
 */
public record Timeline(String title, String subtitle, String axis, double length, List<Kind> kinds, List<Lane> lanes) {

    /** What bars of one color are; the color is 0xRRGGBB. */
    public record Kind(String title, int color) {}

    /** A row of bars; the note stands behind it. Later bars are drawn over earlier ones. */
    public record Lane(String title, String note, List<Bar> bars) {
        public Lane {
            bars = List.copyOf(bars);
        }
    }

    /**
     * A stretch of the axis.
     *
     * @param depth how many bars it lies within
     * @param density the share of it that is full, where it stands for several that are too short to be drawn
     * @param hint what whoever points at it reads
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

    /** How much of the axis a pixel shows: shorter bars cannot be told apart. */
    public static double perPixel(double length) {
        return length / (TimelineLayout.RIGHT - TimelineLayout.LEFT);
    }

    public void writePng(Path file) {
        var bytes = ByteBuffer.wrap(TimelinePng.bytes(this));
        AtomicFile.write(file, channel -> AtomicFile.writeFully(channel, bytes));
    }

    /** One page that needs nothing else. */
    public void writeHtml(Path file) {
        AtomicFile.write(file, TimelinePage.text(this));
    }
}
