package dev.stoker.telemetry.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
    @Test
    void whatIsWrittenIsReadBack() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("text", "two\nlines, \"quotes\", 😀, \u202e");
        fields.put("whole", 7L);
        fields.put("fraction", 0.1);
        fields.put("truth", true);
        fields.put("list", List.of("a", 1L, Map.of("b", List.of())));
        assertThat(JsonReader.read(Json.write(fields))).isEqualTo(fields);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "1",
                "{",
                "{\"a\":}",
                "{\"a\":1}{",
                "{\"a\":1,\"a\":2}",
                "{a:1}",
                "{\"a\":99999999999999999999}",
                "{\"a\":[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]}"
            })
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> JsonReader.read(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
