package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.stoker.core.StokerException;
import dev.stoker.core.Task;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.predict.EvaluatedPart;
import dev.stoker.job.predict.Predictor;
import dev.stoker.job.predict.RowPrediction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SoftLabelRunTest {
    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path table;

    /** Ten people were asked about each row; more of them say high the larger x is. */
    @BeforeEach
    void writeTable() throws IOException {
        var random = new SeededRandom(new Seed(3));
        var text = new StringBuilder("x,label\n");
        for (int i = 0; i < 400; i++) {
            double x = random.nextGaussian();
            double high = Math.round(10 / (1 + Math.exp(-2 * x))) / 10.0;
            text.append("%.3f,high:%.1f low:%.1f\n".formatted(x, high, 1 - high));
        }
        table = Files.writeString(folder.resolve("votes.csv"), text);
    }

    private Plan plan(String... settings) {
        var plan = TestRuns.with(
                Plan.DEFAULTS,
                "data=" + table,
                "soft-labels=true",
                "epochs=20",
                "batch=32",
                "optimizer=adamw",
                "lr=0.02",
                "threads=1",
                "device=cpu",
                "runs=" + folder);
        return TestRuns.with(plan, settings);
    }

    @Test
    void aModelLearnsProbabilitiesAndIsJudgedByTheMostProbableClass() throws IOException {
        var result = TestRuns.run(plan());
        assertThat(result.evaluation().task()).isEqualTo(Task.CLASSIFICATION);
        assertThat(result.classes()).containsExactly("high", "low");
        assertThat(result.evaluation().accuracy()).isGreaterThan(0.9);
        assertThat(result.evaluation().confusion().orElseThrow().perClass())
                .allMatch(each -> each.images() > 20)
                .hasSize(2);
        var rows = new ArrayList<RowPrediction>();
        var undecided = Files.writeString(folder.resolve("new.csv"), "x\n0.55\n");
        try (var predictor = Predictor.open(result.run())) {
            predictor.predictRows(undecided, 1, rows::add);
            var again = predictor
                    .evaluate(table.toString(), EvaluatedPart.VALIDATION)
                    .evaluation();
            assertThat(again.accuracy()).isGreaterThan(0.9);
            assertThat(again.loss()).isGreaterThan(0.2); // the entropy of the votes is left
        }
        assertThat(rows.getFirst().classes().getFirst().probability())
                .isCloseTo(1 / (1 + Math.exp(-1.1)), offset(0.06));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "class-weights=balanced | soft-labels have no one class of a sample by which it could be weighted",
                "sampling=balanced | soft-labels have no one class of a sample by which it could be sampled",
                "loss=focal | soft-labels are trained with cross entropy; remove loss",
                "loss=mse | loss mse is not for classification; use cross-entropy, focal or bce, or task regression",
            })
    void whatMakesNoSenseIsRefusedInOneSentence(String setting, String sentence) {
        assertThatThrownBy(() -> TestRuns.run(plan(setting)))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith(sentence);
    }

    @Test
    void aSumThatIsNotOneIsNamedWithItsRow() throws IOException {
        table = Files.writeString(folder.resolve("wrong.csv"), "x,label\n1,high:1\n2,high:0.6 low:0.3\n");
        assertThatThrownBy(() -> TestRuns.run(plan()))
                .isInstanceOf(StokerException.class)
                .hasMessageContainingAll(
                        "wrong.csv", "3", "column label: the probabilities of 'high:0.6 low:0.3' sum to 0.9000");
    }
}
