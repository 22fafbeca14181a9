package dev.stoker.cli.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.train.evaluation.ConfusionMatrix;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConfusionMatrixLayoutTest {
    private static ConfusionMatrix matrix(int classes) {
        return new ConfusionMatrix(
                classes, IntStream.range(0, classes * classes).asLongStream().toArray());
    }

    @Test
    void columnsAreHeadedByTheStartOfNames() {
        var layout = ConfusionMatrixLayout.of(matrix(3), List.of("golden retriever", "cat", "ant"), 80)
                .orElseThrow();
        assertThat(layout.headings()).containsExactly("golden r", "cat", "ant");
        assertThat(layout.names()).containsExactly("golden retriever", "cat", "ant");
    }

    @Test
    void namesThatStartAlikeAreToldApartByTheirEndOrByNumbers() {
        var ends = IntStream.range(0, 10).mapToObj("n0144000%d"::formatted).toList();
        assertThat(ConfusionMatrixLayout.of(matrix(10), ends, 80).orElseThrow().headings())
                .startsWith("40000", "40001");
        var alike = IntStream.range(0, 10)
                .mapToObj("some class number %d of ten"::formatted)
                .toList();
        var numbered = ConfusionMatrixLayout.of(matrix(10), alike, 80).orElseThrow();
        assertThat(numbered.headings()).startsWith("0", "1");
        assertThat(numbered.name(9)).isEqualTo("9 some class nu…");
    }

    @Test
    void noMatrixIsShownThatDoesNotFit() {
        for (int classes = 2; classes < 30; classes++) {
            var names =
                    IntStream.range(0, classes).mapToObj("class %d"::formatted).toList();
            int count = classes;
            ConfusionMatrixLayout.of(matrix(classes), names, 80)
                    .ifPresent(layout -> assertThat(layout.titleWidth() + count * layout.cellWidth() + 9)
                            .isLessThanOrEqualTo(80));
        }
        var many = IntStream.range(0, 30).mapToObj("class %d"::formatted).toList();
        assertThat(ConfusionMatrixLayout.of(matrix(30), many, 80)).isEmpty();
    }
}
