package dev.stoker.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import java.util.List;
import org.junit.jupiter.api.Test;

class VariationTest {
    private static List<String> listed(String text) {
        return ((Variation.Values.Listed) Variation.parse(text).values()).texts();
    }

    @Test
    void valuesAreSplitAtCommasButNotWithinBrackets() {
        assertThat(listed("batch=32, 64")).containsExactly("32", "64");
        assertThat(listed("model=mlp,[{dense: 10, bias: true}],cnn"))
                .containsExactly("mlp", "[{dense: 10, bias: true}]", "cnn");
        assertThat(Variation.parse("batch=32, 64").text()).isEqualTo("32,64");
    }

    @Test
    void rangesAreSampledWithinTheirEndsAndWholeNumbersStayWhole() {
        var random = new SeededRandom(new Seed(3));
        var rate = Variation.parse("lr=log(1e-4..1e-1)");
        var batch = Variation.parse("batch=16..64");
        for (int i = 0; i < 200; i++) {
            assertThat(Double.parseDouble(rate.sample(random))).isBetween(1e-4, 1e-1);
            assertThat(Integer.parseInt(batch.sample(random))).isBetween(16, 64);
        }
        assertThat(rate.text()).isEqualTo("log(1.0E-4..0.1)");
        assertThat(Variation.of("lr", rate.text())).isEqualTo(rate);
        assertThat(batch.text()).isEqualTo("16..64");
    }

    /** As many below as above the geometric mean. */
    @Test
    void aLogarithmicRangeIsUniformInTheLogarithm() {
        var random = new SeededRandom(new Seed(5));
        var rate = Variation.parse("lr=log(1e-4..1e-2)");
        int below = 0;
        for (int i = 0; i < 1000; i++) {
            below += Double.parseDouble(rate.sample(random)) < 1e-3 ? 1 : 0;
        }
        assertThat(below).isBetween(450, 550);
    }

    @Test
    void whatIsNoVariationSaysWhatOneLooksLike() {
        refused("batch", "vary needs a key and its values, such as batch=32,64, got 'batch'");
        refused("=3", "vary needs a key and its values, such as batch=32,64, got '=3'");
        refused("batch=32,,64", "a value of batch is missing in '32,,64'");
        refused("batch=32,32", "batch has a value twice: 32,32; repeat runs with repeat");
        refused("lr=log(1..x)", "the range of lr must be two numbers, such as log(1e-4..1e-1), got 'log(1..x)'");
        refused("lr=log(0..1)", "the range of lr must rise, from above 0, got 'log(0..1)'");
        refused("lr=2..1", "the range of lr must rise, got '2..1'");
    }

    private static void refused(String text, String sentence) {
        assertThatThrownBy(() -> Variation.parse(text))
                .isInstanceOf(StokerException.class)
                .hasMessage(sentence);
    }
}
