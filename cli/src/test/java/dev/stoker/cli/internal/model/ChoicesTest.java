package dev.stoker.cli.internal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.job.deploy.QuantizeSettings.Ranges;
import org.junit.jupiter.api.Test;

class ChoicesTest {
    @Test
    void aValueOfSeveralWordsIsWrittenWithHyphens() {
        assertThat(Choices.of("calibration", "min-max", Ranges.values())).isEqualTo(Ranges.MIN_MAX);
    }

    @Test
    void anotherWordIsRefusedWithThoseThatThereAre() {
        assertThatThrownBy(() -> Choices.of("calibration", "median", Ranges.values()))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("--calibration must be min-max or percentile or entropy, got 'median'");
    }
}
