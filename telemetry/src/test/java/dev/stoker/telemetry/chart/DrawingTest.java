package dev.stoker.telemetry.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class DrawingTest {
    private static final String HOSTILE = "<script>alert('x')</script>\u001b[31m & \"so\" on";

    @TempDir
    private Path folder;

    static Stream<Drawing> drawings() {
        return Stream.of(lines(6, false), lines(2, true), bars(), stackedBars(), stackedAreas(), scatter());
    }

    private static Chart lines(int number, boolean logarithmic) {
        var lines = IntStream.range(0, number)
                .mapToObj(line -> new Chart.Line(
                        HOSTILE + line,
                        IntStream.range(0, 5)
                                .mapToObj(i -> new Chart.Point(0.5 * i, Math.pow(10, i) + line))
                                .toList(),
                        false))
                .toList();
        var panel = logarithmic
                ? Chart.Panel.logarithmic("loss", lines)
                : new Chart.Panel("loss", lines, OptionalDouble.empty());
        return new Chart(HOSTILE, HOSTILE, "seconds", Chart.LINEAR, List.of(panel), List.of());
    }

    private static BarChart bars() {
        return new BarChart(
                HOSTILE,
                "",
                "images/s",
                List.of("fp32", "bf16"),
                List.of(
                        new BarChart.Group("32", List.of(100.0, 150.0)),
                        new BarChart.Group(HOSTILE, List.of(Double.NaN, 0.0))));
    }

    private static StackedBars stackedBars() {
        return new StackedBars(
                HOSTILE,
                "",
                List.of("input", "compute", "checkpoint"),
                List.of(
                        new StackedBars.Bar("first", List.of(1.0, 3.0, 0.0)),
                        new StackedBars.Bar(HOSTILE, List.of(0.5, 0.5, 0.0))));
    }

    private static StackedAreas stackedAreas() {
        return new StackedAreas(
                HOSTILE,
                "",
                "step",
                List.of("input", HOSTILE),
                List.of(
                        new StackedAreas.Column(20, List.of(0.9, 0.1)),
                        new StackedAreas.Column(40, List.of(0.1, 0.9))));
    }

    private static ScatterChart scatter() {
        return new ScatterChart(
                HOSTILE,
                "",
                new ScatterChart.Axis("images/s", true),
                new ScatterChart.Axis("accuracy", false),
                List.of(
                        new ScatterChart.Series(
                                "a",
                                List.of(
                                        new ScatterChart.Point(10, 0.5, HOSTILE),
                                        new ScatterChart.Point(1000, 0.9, ""))),
                        new ScatterChart.Series("b", List.of(new ScatterChart.Point(100, 0.7, "second")))));
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    @ParameterizedTest
    @MethodSource("drawings")
    void theFileIsWellFormedAndNeedsNothingElse(Drawing drawing) throws Exception {
        drawing.writeSvg(folder.resolve("drawing.svg"));
        String svg = Files.readString(folder.resolve("drawing.svg"));
        assertThat(parsed(svg).getDocumentElement().getAttribute("width")).isEqualTo("960");
        assertThat(svg)
                .contains("prefers-color-scheme: dark", "&lt;script&gt;")
                .doesNotContain("<script", "href", "NaN", "Infinity", "\u001b");
    }

    @ParameterizedTest
    @MethodSource("drawings")
    void theElementOfAPageIsWellFormedAndLeavesTitleAndStyleToIt(Drawing drawing) throws Exception {
        var element = parsed(drawing.element("first"));
        assertThat(element.getDocumentElement().getAttribute("viewBox")).startsWith("0 0 480 ");
        assertThat(element.getDocumentElement().getAttribute("aria-label")).contains("<script>");
        assertThat(element.getElementsByTagName("style").getLength()).isZero();
        assertThat(drawing.element("first")).doesNotContain("class='title'");
    }

    @ParameterizedTest
    @MethodSource("drawings")
    void theTextFitsAndIsPrintable(Drawing drawing) {
        for (int columns : new int[] {40, 80, 120}) {
            assertThat(drawing.text(columns))
                    .isNotEmpty()
                    .allSatisfy(line ->
                            assertThat(line).hasSizeLessThanOrEqualTo(columns).doesNotContain("\u001b", "\n"));
        }
    }

    @Test
    void sixCurvesHaveSixColorsAndDashes() {
        String svg = lines(6, false).element("x");
        for (int i = 1; i <= 6; i++) {
            assertThat(svg).contains("<polyline class='curve s%d d%d'".formatted(i, i));
        }
        for (int i = 3; i <= 6; i++) {
            assertThat(Drawing.style()).contains(".d%d { stroke-dasharray".formatted(i));
        }
    }

    @Test
    void decadesAreEquallyFarApartOnALogarithmicAxis() {
        var range = AxisRange.of(Stream.of(1, 10, 1000).mapToDouble(Integer::doubleValue), true);
        assertThat(range.share(100) - range.share(10)).isCloseTo(range.share(1000) - range.share(100), offset(1e-9));
        assertThat(range.ticks(6)).containsExactly(1.0, 10.0, 100.0, 1000.0);
        assertThat(AxisRange.of(Stream.of(1, 8).mapToDouble(Integer::doubleValue), true)
                        .ticks(6))
                .containsExactly(1.0, 2.0, 5.0);
    }

    @Test
    void anAxisOfSecondsHasFractions() {
        assertThat(lines(1, false).text(60)).anyMatch(line -> line.contains("0.5") && line.contains("1.5"));
    }

    @Test
    void aBarOfTwiceTheValueIsTwiceAsLong() {
        var text = new BarChart(
                        "speed",
                        "",
                        "",
                        List.of("images/s"),
                        List.of(new BarChart.Group("a", List.of(10.0)), new BarChart.Group("b", List.of(20.0))))
                .text(80);
        assertThat(text.get(2).chars().filter(letter -> letter == '█').count())
                .isEqualTo(
                        2 * text.get(1).chars().filter(letter -> letter == '█').count());
    }

    @Test
    void aShareThatNobodyHasIsNotNamed() {
        assertThat(stackedBars().element("x"))
                .contains(">input<", ">compute<", ">25%<", ">75%<")
                .doesNotContain("checkpoint");
        assertThat(stackedBars().text(80).getLast()).isEqualTo("█ input  ░ compute");
    }

    @Test
    void aLongLegendIsBroken() {
        var shares = List.of("input", "copy", "compute", "communication", "evaluation", "checkpoint", "other");
        var bar = new StackedBars.Bar("run", List.of(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0));
        var text = new StackedBars("x", "", shares, List.of(bar)).text(60);
        assertThat(text).hasSize(4).allMatch(line -> line.length() <= 60);
        assertThat(text.getLast()).endsWith("other");
    }

    @Test
    void aRowOfTextHasItsShares() {
        String row = stackedBars().text(80).get(1);
        int all = row.length() - row.indexOf('│') - 1;
        assertThat(row.chars().filter(letter -> letter == '█').count()).isCloseTo(all / 4, offset(1L));
    }

    @Test
    void labelsThatWouldCoverEachOtherAreLeftToTooltips() {
        var same = new ScatterChart(
                "x",
                "",
                new ScatterChart.Axis("x", false),
                new ScatterChart.Axis("y", false),
                List.of(new ScatterChart.Series(
                        "a",
                        List.of(
                                new ScatterChart.Point(1, 1, "one"),
                                new ScatterChart.Point(1, 1, "two"),
                                new ScatterChart.Point(1, 1, "three")))));
        assertThat(same.element("x"))
                .contains(">one</text>", ">two</text>", "<title>three: 1, 1</title>")
                .doesNotContain(">three</text>");
    }

    @Test
    void whatCannotBeDrawnIsRefused() {
        var shares = List.of("a", "b");
        assertThatThrownBy(() -> new StackedBars("x", "", shares, List.of(new StackedBars.Bar("y", List.of(0.0, 0.0)))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new StackedAreas(
                        "x",
                        "",
                        "step",
                        shares,
                        List.of(
                                new StackedAreas.Column(2, List.of(1.0, 0.0)),
                                new StackedAreas.Column(1, List.of(1.0, 0.0)))))
                .hasMessageContaining("in their order, got [2.0, 1.0]");
        assertThatThrownBy(() -> new BarChart("x", "", "", shares, List.of(new BarChart.Group("g", List.of(1.0)))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ScatterChart(
                        "x",
                        "",
                        new ScatterChart.Axis("x", true),
                        new ScatterChart.Axis("y", false),
                        List.of(new ScatterChart.Series("a", List.of(new ScatterChart.Point(0, 1, ""))))))
                .hasMessageContaining("above 0 on logarithmic axes");
    }
}
