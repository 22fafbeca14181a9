package dev.stoker.telemetry.chart;

import java.awt.Color;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;

/** A timeline as PNG. */
final class TimelinePng {
    private static final Color ROW = new Color(0xf6f8fa);

    private final Timeline timeline;
    private final TimelineLayout layout;
    private final Canvas canvas;

    private TimelinePng(Timeline timeline, TimelineLayout layout, Canvas canvas) {
        this.timeline = timeline;
        this.layout = layout;
        this.canvas = canvas;
    }

    static byte[] bytes(Timeline timeline) {
        var layout = new TimelineLayout(timeline);
        try (var canvas = new Canvas(TimelineLayout.WIDTH, layout.height())) {
            new TimelinePng(timeline, layout, canvas).draw();
            return canvas.png();
        }
    }

    private void draw() {
        canvas.text(timeline.title(), TimelineLayout.LEFT, TimelineLayout.TITLE, 15, 0, Canvas.INK);
        canvas.text(timeline.subtitle(), TimelineLayout.LEFT, TimelineLayout.SUBTITLE, 10, 0, Canvas.QUIET);
        for (var entry : layout.legend()) {
            int size = TimelineLayout.SQUARE;
            canvas.fill(
                    new Rectangle2D.Double(entry.x(), entry.y() - size + 1, size, size),
                    new Color(entry.kind().color()));
            canvas.text(entry.kind().title(), entry.x() + size + 8, entry.y(), 10, 0, Canvas.QUIET);
        }
        grid();
        for (int i = 0; i < timeline.lanes().size(); i++) {
            lane(i, timeline.lanes().get(i));
        }
    }

    private void grid() {
        for (int i = 0; i < timeline.lanes().size(); i += 2) {
            int height = layout.top(i + 1) - layout.top(i);
            canvas.fill(
                    new Rectangle2D.Double(
                            TimelineLayout.LEFT, layout.top(i), TimelineLayout.RIGHT - TimelineLayout.LEFT, height),
                    ROW);
        }
        for (double tick : layout.ticks()) {
            double x = layout.x(tick);
            canvas.draw(new Line2D.Double(x, layout.top(), x, layout.bottom()), Canvas.GRID, Canvas.THIN);
            canvas.text(ChartAxes.text(tick), x, layout.bottom() + 20, 9, 0.5, Canvas.QUIET);
        }
        double middle = (TimelineLayout.LEFT + TimelineLayout.RIGHT) / 2.0;
        canvas.text(timeline.axis(), middle, layout.bottom() + 44, 10, 0.5, Canvas.QUIET);
    }

    private void lane(int index, Timeline.Lane lane) {
        canvas.text(lane.title(), TimelineLayout.LEFT - 12, layout.textLine(index), 10, 1, Canvas.INK);
        canvas.text(lane.note(), TimelineLayout.RIGHT + 12, layout.textLine(index), 9, 0, Canvas.QUIET);
        for (var bar : lane.bars()) {
            var box = layout.box(index, bar);
            int alpha = (int) Math.round(255 * TimelineLayout.opacity(bar));
            canvas.fill(
                    new Rectangle2D.Double(box.x(), box.y(), box.width(), box.height()),
                    new Color(alpha << 24 | bar.kind().color(), true));
        }
    }
}
