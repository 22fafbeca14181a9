package dev.stoker.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "cat", "two words", "Grüße 漢字 🐈 مرحبا", "C:\\data", "\"quoted\"", "=1+1"})
    void ordinaryTextOfAnyLanguageIsShownAsItIs(String text) {
        assertThat(PrintableText.of(text)).isSameAs(text);
        assertThat(PrintableText.isPrintable(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0, 7, 8, 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x9b, 0x9f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069,
                0xfeff, 0xd83d, 0xdc08
            })
    void whatATerminalObeysOrCannotShowIsEscaped(int code) {
        String text = "a" + (char) code + "b";
        assertThat(PrintableText.isPrintable(text)).isFalse();
        assertThat(PrintableText.of(text)).isEqualTo("a\\u%04xb".formatted(code));
    }

    @Test
    void lineBreaksAndTabsHaveShortEscapes() {
        assertThat(PrintableText.of("bee\nwasp\r\tend")).isEqualTo("bee\\nwasp\\r\\tend");
    }
}
