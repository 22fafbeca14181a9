package dev.stoker.telemetry.chart;

/** A timeline as a page with a drawing inside; whoever points at a bar reads what it is. */
final class TimelinePage {
    private static final String STYLE = """
        .row { fill: var(--grid); fill-opacity: .35; } .lane { font-size: 14px; }
        .bar:hover { stroke: var(--ink); stroke-width: 1; }
        """;

    private static final int MAX_WIDTH = 1600;

    private final Timeline timeline;
    private final TimelineLayout layout;
    private final SvgPage page;

    private TimelinePage(Timeline timeline) {
        this.timeline = timeline;
        layout = new TimelineLayout(timeline);
        page = new SvgPage(timeline.title(), STYLE, TimelineLayout.WIDTH, layout.height(), MAX_WIDTH);
    }

    static String text(Timeline timeline) {
        var page = new TimelinePage(timeline);
        page.draw();
        return page.page.end();
    }

    private void draw() {
        page.text(TimelineLayout.LEFT, TimelineLayout.TITLE, "title", timeline.title());
        page.text(TimelineLayout.LEFT, TimelineLayout.SUBTITLE, "quiet", timeline.subtitle());
        for (var entry : layout.legend()) {
            int size = TimelineLayout.SQUARE;
            page.add(
                    "<rect x='%.1f' y='%d' width='%d' height='%d' fill='#%06x'/>",
                    entry.x(), entry.y() - size + 1, size, size, entry.kind().color());
            page.text(entry.x() + size + 7, entry.y(), "quiet", entry.kind().title());
        }
        grid();
        for (int i = 0; i < timeline.lanes().size(); i++) {
            lane(i, timeline.lanes().get(i));
        }
    }

    private void grid() {
        for (int i = 0; i < timeline.lanes().size(); i += 2) {
            page.add(
                    "<rect class='row' x='%d' y='%d' width='%d' height='%d'/>",
                    TimelineLayout.LEFT,
                    layout.top(i),
                    TimelineLayout.RIGHT - TimelineLayout.LEFT,
                    layout.top(i + 1) - layout.top(i));
        }
        for (double tick : layout.ticks()) {
            page.add(
                    "<line class='grid' x1='%.1f' y1='%d' x2='%.1f' y2='%d'/>",
                    layout.x(tick), layout.top(), layout.x(tick), layout.bottom());
            page.text(layout.x(tick), layout.bottom() + 20, "quiet middle", ChartAxes.text(tick));
        }
        double middle = (TimelineLayout.LEFT + TimelineLayout.RIGHT) / 2.0;
        page.text(middle, layout.bottom() + 44, "quiet middle", timeline.axis());
    }

    private void lane(int index, Timeline.Lane lane) {
        page.text(TimelineLayout.LEFT - 12, layout.textLine(index), "lane end", lane.title());
        page.text(TimelineLayout.RIGHT + 12, layout.textLine(index), "quiet", lane.note());
        for (var bar : lane.bars()) {
            var box = layout.box(index, bar);
            page.add(
                    "<rect class='bar' x='%.2f' y='%.1f' width='%.2f' height='%.1f' fill='#%06x' fill-opacity='%.2f'>"
                            + "<title>%s</title></rect>",
                    box.x(),
                    box.y(),
                    box.width(),
                    box.height(),
                    bar.kind().color(),
                    TimelineLayout.opacity(bar),
                    SvgPage.escaped(bar.hint()));
        }
    }
}
