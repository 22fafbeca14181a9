package dev.stoker.telemetry.chart;

/** A timeline as an SVG drawing; pointing at a bar shows its description. */
final class TimelineSvg {
    private static final String STYLE = """
        .row { fill: var(--grid); fill-opacity: .35; } .lane { font-size: 14px; }
        .bar:hover { stroke: var(--ink); stroke-width: 1; }
        """;

    private final Timeline timeline;
    private final TimelineLayout layout;
    private final SvgDocument drawing;

    private TimelineSvg(Timeline timeline) {
        this.timeline = timeline;
        layout = new TimelineLayout(timeline);
        drawing = new SvgDocument(timeline.title(), STYLE, TimelineLayout.WIDTH, layout.height());
    }

    static SvgDocument of(Timeline timeline) {
        var svg = new TimelineSvg(timeline);
        svg.draw();
        return svg.drawing;
    }

    private void draw() {
        drawing.text(TimelineLayout.LEFT, TimelineLayout.TITLE, "title", timeline.title());
        drawing.text(TimelineLayout.LEFT, TimelineLayout.SUBTITLE, "quiet", timeline.subtitle());
        for (var entry : layout.legend()) {
            int size = TimelineLayout.SQUARE;
            drawing.add(
                    "<rect x='%.1f' y='%d' width='%d' height='%d' fill='#%06x'/>",
                    entry.x(), entry.y() - size + 1, size, size, entry.kind().color());
            drawing.text(entry.x() + size + 7, entry.y(), "quiet", entry.kind().title());
        }
        grid();
        for (int i = 0; i < timeline.lanes().size(); i++) {
            lane(i, timeline.lanes().get(i));
        }
    }

    private void grid() {
        for (int i = 0; i < timeline.lanes().size(); i += 2) {
            drawing.add(
                    "<rect class='row' x='%d' y='%d' width='%d' height='%d'/>",
                    TimelineLayout.LEFT,
                    layout.top(i),
                    TimelineLayout.RIGHT - TimelineLayout.LEFT,
                    layout.top(i + 1) - layout.top(i));
        }
        for (double tick : layout.ticks()) {
            drawing.add(
                    "<line class='grid' x1='%.1f' y1='%d' x2='%.1f' y2='%d'/>",
                    layout.x(tick), layout.top(), layout.x(tick), layout.bottom());
            drawing.text(layout.x(tick), layout.bottom() + 20, "quiet middle", ChartAxes.text(tick));
        }
        double middle = (TimelineLayout.LEFT + TimelineLayout.RIGHT) / 2.0;
        drawing.text(middle, layout.bottom() + 44, "quiet middle", timeline.axis());
    }

    private void lane(int index, Timeline.Lane lane) {
        drawing.text(TimelineLayout.LEFT - 12, layout.textLine(index), "lane end", lane.title());
        drawing.text(TimelineLayout.RIGHT + 12, layout.textLine(index), "quiet", lane.note());
        for (var bar : lane.bars()) {
            var box = layout.box(index, bar);
            drawing.add(
                    "<rect class='bar' x='%.2f' y='%.1f' width='%.2f' height='%.1f' fill='#%06x' fill-opacity='%.2f'>"
                            + "<title>%s</title></rect>",
                    box.x(),
                    box.y(),
                    box.width(),
                    box.height(),
                    bar.kind().color(),
                    TimelineLayout.opacity(bar),
                    SvgDocument.escaped(bar.hint()));
        }
    }
}
