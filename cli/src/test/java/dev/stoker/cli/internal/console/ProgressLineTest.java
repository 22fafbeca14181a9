package dev.stoker.cli.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressLineTest {
    private static final List<String> FIGURES =
            List.of("loss 0.4523", "accuracy 87.1 %", "12,345/s", "0:42 left", "input 3 %");

    /** Two columns are for what turns in front of it, and three stay free for ^C and the cursor. */
    @ParameterizedTest
    @ValueSource(ints = {40, 60, 80, 100, 200})
    void itFitsTheTerminalAndHasABar(int columns) {
        var line = ProgressLine.of(columns, "epoch 10/10 ", 0.5, FIGURES);
        assertThat(line.width()).isLessThanOrEqualTo(columns - 5);
        assertThat(line.text(false)).contains("━━━━━", "─────");
    }

    @Test
    void whatMattersLessIsLeftOutFirst() {
        assertThat(ProgressLine.of(80, "epoch 10/10 ", 0.5, FIGURES).text(false))
                .endsWith("loss 0.4523  accuracy 87.1 %  12,345/s  0:42 left");
        assertThat(ProgressLine.of(120, "epoch 10/10 ", 0.5, FIGURES).text(false))
                .endsWith("0:42 left  input 3 %");
    }
}
