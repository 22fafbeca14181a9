package dev.stoker.cli.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.cli.internal.console.StyledText.Style;
import org.junit.jupiter.api.Test;

class StyledTextTest {
    @Test
    void aLongLineIsBrokenAtSpacesAndIndentedWithItsColors() {
        var lines = StyledText.of(Style.DIM, "title    ")
                .and("one two three four five")
                .wrapped(20, 9);
        assertThat(lines)
                .map(line -> line.text(false))
                .containsExactly("title    one two", "         three four", "         five");
        assertThat(lines.getFirst().text(true)).startsWith("\u001b[2mtitle    \u001b[0m");
    }

    @Test
    void aWordThatIsLongerThanALineIsNotBroken() {
        var lines = StyledText.of("run: runs/a-very-long-name-of-a-run/best.safetensors")
                .wrapped(20, 4);
        assertThat(lines)
                .map(line -> line.text(false))
                .containsExactly("run:", "    runs/a-very-long-name-of-a-run/best.safetensors");
    }

    @Test
    void namesCannotBringTheirOwnColors() {
        assertThat(StyledText.of("a\u001b[31mb").text(true)).isEqualTo("a\\u001b[31mb");
    }

    @Test
    void cuttingCountsWhatIsVisibleAndKeepsPairsTogether() {
        var text = StyledText.of(Style.GREEN, "abc").and("😀😀");
        assertThat(text.cut(6).text(true)).isEqualTo("\u001b[32mabc\u001b[0m😀");
    }
}
