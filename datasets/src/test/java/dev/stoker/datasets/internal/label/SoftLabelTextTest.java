package dev.stoker.datasets.internal.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SoftLabelTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"cat:0.7 dog:0.3", "cat:0.7|dog:0.3", " cat: 0.7 ; dog : 3e-1 ", "dog:.3\tcat:+0.7"})
    void blanksAndBarsSeparateClasses(String text) {
        assertThat(SoftLabelText.parse(text)).isEqualTo(Map.of("cat", 0.7, "dog", 0.3));
    }

    @Test
    void namesMayHaveBlanksAndColons() {
        assertThat(SoftLabelText.parse("red fox:0.5 a:b:0.5")).isEqualTo(Map.of("red fox", 0.5, "a:b", 0.5));
    }

    @Test
    void roundedProbabilitiesAreProbabilities() {
        assertThat(SoftLabelText.parse("a:0.333 b:0.333 c:0.333")).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '"',
            value = {
                "cat ! 'cat' is no list of classes with their probabilities, such as cat:0.7 dog:0.3",
                "cat:0.7 dog ! 'cat:0.7 dog' is no list of classes",
                "cat:nan ! 'cat:nan' is no list of classes",
                "cat:0.7 dog:0.2 ! the probabilities of 'cat:0.7 dog:0.2' sum to 0.9000, and must sum to 1",
                "cat:-0.5 dog:1.5 ! the probability of cat is -0.5, and must be from 0 to 1",
                "cat:0.5 cat:0.5 ! 'cat:0.5 cat:0.5' names the class cat twice",
            })
    void whatIsNoDistributionIsRefused(String text, String message) {
        assertThatThrownBy(() -> SoftLabelText.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }
}
