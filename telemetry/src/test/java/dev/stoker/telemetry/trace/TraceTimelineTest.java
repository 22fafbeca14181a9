package dev.stoker.telemetry.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.StokerException;
import dev.stoker.telemetry.chart.Timeline;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class TraceTimelineTest {
    private static final SpanKind STEP = SpanKind.of("step", "step");

    @TempDir
    Path folder;

    private static RecordedTrace trace(String lane, Span... spans) {
        return new RecordedTrace(List.of(new RecordedTrace.Lane(lane, List.of(spans))), 1_000_000, 0, Map.of());
    }

    private static Timeline.Lane drawn(RecordedTrace trace) {
        return TraceTimeline.of(trace, "t", 40).lanes().getFirst();
    }

    @Test
    void lanesAreDrawnInTheirOrderWithTheirShares() {
        var timeline = TraceTimeline.of(SyntheticTrace.of(3, 20), "first", 40);
        assertThat(timeline.lanes())
                .extracting(Timeline.Lane::title)
                .containsExactly("reader 0", "worker 0", "worker 1", "worker 2", "host", "copy stream", "cuda:0");
        assertThat(timeline.kinds())
                .extracting(Timeline.Kind::title)
                .containsExactly("read", "rows", "step", "wait for input", "launch", "copy");
        assertThat(timeline.lanes().getLast().note()).isEqualTo("73 %");
        assertThat(timeline.subtitle()).startsWith("steps 20:40 · 200.00 ms · ");
    }

    @Test
    void theSvgFileHasTheColorsWhereTheSpansAre() throws Exception {
        TraceTimeline.of(trace("host", new Span(STEP, 500_000, 1_000_000, 1, 0)), "half", 40)
                .writeSvg(folder.resolve("trace.svg"));
        var document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("trace.svg").toFile());
        var rectangles = document.getElementsByTagName("rect");
        var bar = (Element) rectangles.item(rectangles.getLength() - 1);
        assertThat(bar.getAttribute("fill")).isEqualTo("#3b82f6");
        // The axis reaches from 132 to 1204.
        assertThat(Double.parseDouble(bar.getAttribute("x"))).isCloseTo((132 + 1204) / 2.0, within(0.1));
        assertThat(Double.parseDouble(bar.getAttribute("width"))).isCloseTo((1204 - 132) / 2.0, within(1.0));
    }

    @Test
    void thePageIsOneWellFormedDrawingThatNeedsNothingElse() throws Exception {
        var odd = trace("<b> & 'lane'", new Span(SpanKind.of("</title><script>", "a<b"), 0, 1_000_000, 7, 0));
        TraceTimeline.of(odd, "a & b", 40).writeHtml(folder.resolve("trace.html"));
        String page = Files.readString(folder.resolve("trace.html"));
        String drawing = page.substring(page.indexOf("<svg"), page.indexOf("</svg>") + 6);
        var document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(drawing)));
        assertThat(document.getElementsByTagName("title").getLength()).isEqualTo(1);
        assertThat(document.getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo("</title><script>, a<b 7: 1.00 ms from 0 ns");
        assertThat(page).doesNotContain("<script").doesNotContain("http").contains("prefers-color-scheme: dark");
    }

    @Test
    void spansThatShareAPixelBecomeOneBarAsFaintAsTheyAreSparse() {
        var spans = new ArrayList<Span>();
        for (int i = 0; i < 100_000; i++) {
            spans.add(new Span(STEP, 1_000L * i, 1_000L * i + 250, i, 0));
        }
        var bars = drawn(new RecordedTrace(List.of(new RecordedTrace.Lane("host", spans)), 100_000_000, 0, Map.of()))
                .bars();
        assertThat(bars).hasSizeBetween(900, 1200);
        assertThat(bars).allSatisfy(bar -> assertThat(bar.density()).isCloseTo(0.25, within(0.01)));
        assertThat(bars.get(5).hint()).isEqualTo("94 × step, 23.5 µs together, from 470.0 µs");
    }

    @Test
    void aSpanWithinAnotherIsDrawnDeeper() {
        var lane = drawn(trace(
                "host", new Span(STEP, 0, 900_000, 1, 0), new Span(SpanKind.of("wait for input"), 0, 300_000, 0, 0)));
        assertThat(lane.bars()).extracting(Timeline.Bar::depth).containsExactly(0, 1);
        assertThat(lane.note()).isEqualTo("60 %");
    }

    @Test
    void ofManyLanesTheLastWorkersAreOmitted() {
        var timeline = TraceTimeline.of(SyntheticTrace.of(100, 5), "many", 10);
        assertThat(timeline.lanes())
                .extracting(Timeline.Lane::title)
                .containsExactly(
                        "reader 0",
                        "worker 0",
                        "worker 1",
                        "worker 2",
                        "worker 3",
                        "worker 4",
                        "worker 5",
                        "host",
                        "copy stream",
                        "cuda:0");
        assertThat(timeline.subtitle()).contains("10 of 104 lanes");
    }

    @Test
    void aLongNameIsCutToItsPlace() {
        var lane = drawn(trace("thread 140213 (python3.12 worker)", new Span(STEP, 0, 1, 1, 0)));
        assertThat(lane.title()).isEqualTo("thread 140213 (..");
    }

    @Test
    void namesBeyondTheNumberOfColorsShareOne() {
        var spans = IntStream.range(0, 50)
                .mapToObj(
                        i -> new Span(SpanKind.of("kernel " + i), 100_000L * i, 100_000L * i + 1_000L * (i + 1), 0, 0))
                .toList();
        var timeline = TraceTimeline.of(
                new RecordedTrace(List.of(new RecordedTrace.Lane("cuda:0", spans)), 5_000_000, 0, Map.of()),
                "many",
                40);
        assertThat(timeline.kinds()).hasSize(9);
        assertThat(timeline.kinds().getFirst().title()).isEqualTo("everything else");
    }

    @Test
    void aTraceWithoutSpansCannotBeDrawn() {
        var empty = new RecordedTrace(List.of(), 0, 0, Map.of());
        assertThatThrownBy(() -> TraceTimeline.of(empty, "runs/x", 40))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("runs/x: the trace holds no span");
    }

    @Test
    void aSummaryAddsUpWhatLanesDid() {
        var summary = TraceSummary.of(new RecordedTrace(
                List.of(
                        new RecordedTrace.Lane(
                                "host",
                                List.of(
                                        new Span(STEP, 0, 500, 1, 0),
                                        new Span(SpanKind.of("wait for input"), 100, 200, 0, 0),
                                        new Span(STEP, 700, 800, 2, 0))),
                        new RecordedTrace.Lane(
                                "copy stream", List.of(new Span(STEP, 0, 100, 0, 0), new Span(STEP, 300, 500, 0, 0))),
                        new RecordedTrace.Lane(
                                "cuda:0", List.of(new Span(STEP, 50, 350, 0, 0), new Span(STEP, 400, 450, 0, 0)))),
                1_000,
                3,
                Map.of()));
        var host = summary.lanes().getFirst();
        assertThat(host.busy()).isCloseTo(0.5, within(1e-9));
        assertThat(host.waiting()).isCloseTo(0.1, within(1e-9));
        assertThat(host.spans()).isEqualTo(3);
        assertThat(host.longestText()).isEqualTo("step, 500 ns at 0 ns");
        var overlap = summary.overlap().orElseThrow();
        assertThat(overlap).isEqualTo(new TraceSummary.Overlap(300, 150));
        assertThat(summary.fields())
                .containsEntry("copied_while_computing", 0.5)
                .containsEntry("dropped_spans", 3L)
                .containsEntry("recorded_ms", 0.001);
    }

    /** Against counting nanosecond by nanosecond. */
    @Test
    void unionsAndIntersectionsAreThoseOfSets() {
        var random = new Random(7);
        for (int round = 0; round < 200; round++) {
            var one = spans(random);
            var other = spans(random);
            var first = marked(one);
            var second = marked(other);
            var union = TimeRanges.union(one.stream());
            assertThat(TimeRanges.nanos(union)).isEqualTo(first.cardinality());
            first.and(second);
            assertThat(TimeRanges.common(union, TimeRanges.union(other.stream())))
                    .isEqualTo(first.cardinality());
        }
    }

    private static List<Span> spans(Random random) {
        return IntStream.range(0, random.nextInt(12))
                .mapToObj(_ -> random.nextInt(180))
                .map(start -> new Span(STEP, start, start + random.nextInt(20), 0, 0))
                .toList();
    }

    private static BitSet marked(List<Span> spans) {
        var marked = new BitSet();
        spans.forEach(span -> marked.set((int) span.start(), (int) span.end()));
        return marked;
    }
}
