package dev.stoker.telemetry.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

class ChartTest {
    @TempDir
    Path folder;

    private static Chart.Line line(String title, double low, double high, boolean faint) {
        return new Chart.Line(
                title,
                IntStream.rangeClosed(0, 60)
                        .mapToObj(i -> new Chart.Point(Math.pow(10, -6 + i / 10.0), low + (high - low) * i / 60))
                        .toList(),
                faint);
    }

    private static Chart chart() {
        return new Chart(
                "Rates of <cnn> & 'others'",
                "fp32",
                "learning rate",
                10,
                List.of(
                        new Chart.Panel(
                                "loss",
                                List.of(line("raw", 5, 0, true), line("smoothed", 2.5, 0.5, false)),
                                OptionalDouble.empty()),
                        new Chart.Panel("change", List.of(line("slope", -1, 100, false)), OptionalDouble.of(1))),
                List.of(new Chart.Mark(1e-3, "steepest", true), new Chart.Mark(50, "outside", false)));
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 60, 100, 200})
    void theTextFitsIntoTheTerminal(int columns) {
        var lines = chart().text(columns);
        assertThat(lines).allMatch(text -> text.length() <= Math.max(columns, 40));
        assertThat(lines).anyMatch(text -> text.contains("loss")).anyMatch(text -> text.contains("learning rate"));
    }

    private static Chart linear(boolean percent, double... values) {
        var points = IntStream.range(0, values.length)
                .mapToObj(i -> new Chart.Point(i + 1, values[i]))
                .toList();
        var lines = List.of(new Chart.Line("a", points, false), new Chart.Line("b", points, false));
        return new Chart(
                "x",
                "",
                "epoch",
                Chart.LINEAR,
                List.of(new Chart.Panel(
                        "y", lines, OptionalDouble.empty(), percent ? Chart.Scale.PERCENT : Chart.Scale.LINEAR)),
                List.of());
    }

    @Test
    void aPanelOfPercentShowsAllOfThem() {
        var text = linear(true, 60, 70, 80).text(60);
        assertThat(text.get(1)).startsWith("      95 ┤");
        assertThat(text.get(10)).startsWith("       5 ┤");
    }

    @Test
    void aLinearAxisHasWholeNumbersAtEqualDistances() {
        var text = linear(false, 1, 2, 3, 4, 5).text(72);
        assertThat(text).anyMatch(line -> line.matches(" *1 {12,16}2 {12,16}3 {12,16}4 {12,16}5"));
    }

    @Test
    void theSecondCurveIsDotted() {
        var curve = List.of(new Chart.Point(1, 0), new Chart.Point(2, 1));
        var flat = List.of(new Chart.Point(1, 0.5), new Chart.Point(2, 0.5));
        var panel = new Chart.Panel(
                "y",
                List.of(new Chart.Line("a", curve, false), new Chart.Line("b", flat, false)),
                OptionalDouble.empty());
        var text = String.join("\n", new Chart("x", "", "epoch", Chart.LINEAR, List.of(panel), List.of()).text(60));
        assertThat(text).containsPattern("[⠁⠂⠄⡀] {0,2}[⠈⠐⠠⢀]");
    }

    /** A falling line begins in the upper left and ends in the lower right. */
    @Test
    void aFallingCurveFalls() {
        var falling = new Chart(
                "x",
                "",
                "x",
                10,
                List.of(new Chart.Panel("y", List.of(line("y", 1, 0, false)), OptionalDouble.empty())),
                List.of());
        var rows = falling.text(80).stream()
                .filter(text -> text.contains("┤") || text.contains("│"))
                .map(text -> text.substring(text.indexOf(text.contains("┤") ? '┤' : '│') + 1))
                .toList();
        assertThat(rows).hasSize(10);
        assertThat(firstDot(rows.getFirst())).isLessThan(5);
        assertThat(rows.getLast().length()).isGreaterThan(60);
        assertThat(firstDot(rows.getLast())).isGreaterThan(50);
    }

    private static int firstDot(String row) {
        return row.length() - row.stripLeading().length();
    }

    @Test
    void theSvgFileIsWellFormedAndHasCurveMarkAndTitle() throws Exception {
        chart().writeSvg(folder.resolve("chart.svg"));
        var document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("chart.svg").toFile());
        assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(document.getDocumentElement().getAttribute("width")).isEqualTo("960");
        assertThat(document.getElementsByTagName("polyline").getLength()).isEqualTo(3);
        assertThat(Files.readString(folder.resolve("chart.svg")))
                .contains("class='chosen'")
                .contains("Rates of &lt;cnn&gt; &amp; &#39;others&#39;</text>")
                .contains("prefers-color-scheme: dark")
                .doesNotContain("href")
                .doesNotContain("<script");
    }

    @Test
    void thePageIsOneWellFormedDrawingThatNeedsNothingElse() throws Exception {
        chart().writeHtml(folder.resolve("chart.html"));
        String page = Files.readString(folder.resolve("chart.html"));
        String drawing = page.substring(page.indexOf("<svg"), page.indexOf("</svg>") + 6);
        var document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(drawing)));
        assertThat(document.getElementsByTagName("polyline").getLength()).isEqualTo(3);
        assertThat(document.getElementsByTagName("circle").getLength()).isEqualTo(122);
        assertThat(page)
                .contains("Rates of &lt;cnn&gt; &amp; &#39;others&#39;")
                .contains("prefers-color-scheme: dark")
                .contains("<title>learning rate 1: smoothed loss".replace("smoothed loss", "smoothed"))
                .doesNotContain("http")
                .doesNotContain("<script")
                .doesNotContain("outside")
                .doesNotContain("NaN");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0.05, 0.05",
        "0.00001, 1e-5",
        "0.00025, 2.5e-4",
        "12, 12",
        "2.5, 2.5",
        "12500, 12.5k",
        "3e6, 3M",
        "-0.5, -0.5",
        "1024, 1024"
    })
    void numbersTakeFewCharacters(double value, String text) {
        assertThat(ChartAxes.text(value)).isEqualTo(text);
    }

    @Test
    void oneSinglePointCanBeDrawn() {
        var dot = new Chart.Line("y", List.of(new Chart.Point(64, 3)), false);
        var chart = new Chart(
                "x", "", "x", 2, List.of(new Chart.Panel("y", List.of(dot), OptionalDouble.empty())), List.of());
        assertThat(chart.text(80)).isNotEmpty();
        chart.writeSvg(folder.resolve("dot.svg"));
        assertThat(folder.resolve("dot.svg")).content().contains("<circle").doesNotContain("NaN");
    }

    @Test
    void invalidChartsAreRefused() {
        for (var point : List.of(new Chart.Point(0, 1), new Chart.Point(1, Double.NaN))) {
            var panel =
                    new Chart.Panel("y", List.of(new Chart.Line("y", List.of(point), false)), OptionalDouble.empty());
            assertThatThrownBy(() -> new Chart("bad", "", "x", 10, List.of(panel), List.of()))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> new Chart("none", "", "x", 10, List.of(), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
