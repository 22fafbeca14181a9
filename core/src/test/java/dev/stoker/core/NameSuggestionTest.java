package dev.stoker.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NameSuggestionTest {
    private static final List<String> NAMES = List.of("epochs", "batch", "momentum", "weight-decay");

    @Test
    void aTypingErrorIsCorrected() {
        assertThat(NameSuggestion.closest("epcohs", NAMES)).contains("epochs");
        assertThat(NameSuggestion.closest("weight_decay", NAMES)).contains("weight-decay");
        assertThat(NameSuggestion.closest("BATCH", NAMES)).contains("batch");
    }

    @Test
    void anAbbreviationIsCompleted() {
        assertThat(NameSuggestion.closest("mom", NAMES)).contains("momentum");
    }

    @Test
    void nothingIsSuggestedForSomethingElse() {
        assertThat(NameSuggestion.didYouMean("zzzzzzz", NAMES)).isEmpty();
    }

    @Test
    void neighborsThatAreSwappedCountAsOneEdit() {
        assertThat(NameSuggestion.distance("abc", "acb")).isEqualTo(1);
        assertThat(NameSuggestion.distance("", "abc")).isEqualTo(3);
        assertThat(NameSuggestion.distance("kitten", "sitting")).isEqualTo(3);
    }
}
