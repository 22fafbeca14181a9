package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.predict.EvaluatedPart;
import dev.stoker.job.predict.Predictor;
import dev.stoker.job.predict.RowPrediction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowPredictionTest {
    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Predictor predictor;

    private final List<String> labels = new ArrayList<>();

    @BeforeEach
    void train() throws IOException {
        var random = new SplittableRandom(3);
        var text = new StringBuilder("x,color,kind\n");
        for (int i = 0; i < 200; i++) {
            double x = random.nextDouble();
            boolean red = random.nextBoolean();
            labels.add(x > (red ? 0.3 : 0.7) ? "large" : "small");
            text.append("%.4f,%s,%s\n".formatted(x, red ? "red" : "blue", labels.getLast()));
        }
        var table = Files.writeString(folder.resolve("points.csv"), text);
        var plan = TestRuns.with(
                Plan.DEFAULTS, "data=" + table, "epochs=5", "threads=1", "device=cpu", "runs=" + folder, "label=kind");
        predictor = Predictor.open(TestRuns.run(plan).run());
    }

    @AfterEach
    void close() {
        predictor.close();
    }

    private List<RowPrediction> predict(Path table) {
        var rows = new ArrayList<RowPrediction>();
        predictor.predictRows(table, 2, rows::add);
        return rows;
    }

    @Test
    void rowsAreAnsweredAsTheEvaluationCountsThem() {
        var table = folder.resolve("points.csv");
        var rows = predict(table);
        assertThat(rows).hasSize(200);
        assertThat(rows).extracting(RowPrediction::row).startsWith(1L, 2L).endsWith(200L);
        long right = rows.stream()
                .filter(row -> row.best().orElseThrow().name().equals(labels.get((int) row.row() - 1)))
                .count();
        var evaluated = predictor.evaluate(table.toString(), EvaluatedPart.ALL).evaluation();
        assertThat(right / 200.0).isEqualTo(evaluated.accuracy()).isGreaterThan(0.8);
        assertThat(rows.getFirst().classes()).hasSize(2);
        assertThat(rows.getFirst().classes().stream()
                        .mapToDouble(each -> each.probability())
                        .sum())
                .isBetween(0.999, 1.001);
    }

    @Test
    void columnsAreFoundByNameAndALabelIsNotNeeded() throws IOException {
        var lines = Files.readAllLines(folder.resolve("points.csv"));
        var turned = lines.stream()
                .map(line -> line.split(",", -1))
                .map(cells -> "%s,1,%s".formatted(cells[1], cells[0]))
                .toList();
        var rows = new ArrayList<String>(turned);
        rows.set(0, "color,id,x");
        var other = Files.write(folder.resolve("other.csv"), rows);
        assertThat(predict(other)).isEqualTo(predict(folder.resolve("points.csv")));
        assertThat(predictor.predictRows(other, 1, _ -> {})).containsExactly("the model does not use the column id");
    }

    @Test
    void missingColumnsAreRefusedAndBadRowsAreNamed() throws IOException {
        var missing = Files.writeString(folder.resolve("missing.csv"), "X1,colour\n1,red\n");
        assertThatThrownBy(() -> predict(missing))
                .isInstanceOf(StokerException.class)
                .hasMessage(missing
                        + " has no columns x, color, which the model was trained on"
                        + " (it does not know the columns X1, colour)");
        var renamed = Files.writeString(folder.resolve("renamed.csv"), "x,colour\n1,red\n");
        assertThatThrownBy(() -> predict(renamed))
                .hasMessageContaining("has no column color, which the model was")
                .hasMessageEndingWith("; did you mean colour? (it does not know the column colour)");
        var bad =
                Files.writeString(folder.resolve("bad.csv"), "x,color\n0.9,red\nlots,red\n0.9,red,3\n,red\n0.9,red\n");
        var rows = predict(bad);
        assertThat(rows).hasSize(5);
        assertThat(rows.get(1).problem().orElseThrow())
                .startsWith(bad + ", line 3")
                .contains("'lots'");
        assertThat(rows.get(2).problem().orElseThrow()).startsWith(bad + ", line 4");
        assertThat(rows.get(3).problem()).isEmpty();
        assertThat(rows.get(4).classes()).isEqualTo(rows.get(0).classes());
        assertThat(rows.get(1).fields()).containsKeys("row", "error").doesNotContainKey("classes");
        assertThatThrownBy(() -> predictor.predict(List.of(Path.of("a.jpg"))))
                .hasMessageContaining("is a model for rows of a table, with the label kind, and not for images");
    }
}
