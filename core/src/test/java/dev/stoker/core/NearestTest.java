package dev.stoker.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
    private static final List<String> NAMES = List.of("epochs", "batch", "momentum", "weight-decay");

    @Test
    void aSlipOfTheFingerIsUnderstood() {
        assertThat(Nearest.to("epcohs", NAMES)).contains("epochs");
        assertThat(Nearest.to("weight_decay", NAMES)).contains("weight-decay");
        assertThat(Nearest.to("BATCH", NAMES)).contains("batch");
    }

    @Test
    void anAbbreviationIsUnderstood() {
        assertThat(Nearest.to("mom", NAMES)).contains("momentum");
    }

    @Test
    void nothingIsSuggestedForSomethingElse() {
        assertThat(Nearest.hint("zzzzzzz", NAMES)).isEmpty();
    }

    @Test
    void neighboursThatAreSwappedCountAsOneEdit() {
        assertThat(Nearest.distance("abc", "acb")).isEqualTo(1);
        assertThat(Nearest.distance("", "abc")).isEqualTo(3);
        assertThat(Nearest.distance("kitten", "sitting")).isEqualTo(3);
    }
}
