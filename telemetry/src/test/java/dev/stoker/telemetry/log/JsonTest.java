package dev.stoker.telemetry.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

class JsonTest {
    @Test
    void fieldsKeepTheirOrderAndTheirTypes() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("step", 7);
        fields.put("bytes", 1L << 40);
        fields.put("loss", 0.1);
        fields.put("rate", 0.1f);
        fields.put("resumed", true);
        fields.put("name", "a");
        fields.put("best", null);

        assertThat(Json.write(fields))
                .isEqualTo("{\"step\":7,\"bytes\":1099511627776,\"loss\":0.1,\"rate\":0.1,"
                        + "\"resumed\":true,\"name\":\"a\",\"best\":null}");
    }

    @Test
    void nanAndInfinityBecomeNull() {
        var values = List.of(
                Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Float.NaN, Float.NEGATIVE_INFINITY);

        assertThat(Json.write(Map.of("values", values))).isEqualTo("{\"values\":[null,null,null,null,null]}");
    }

    @Test
    void listsAndMapsNest() {
        var nested = Map.of("shape", List.of(3, List.of(), Map.of("size", 32)));

        assertThat(Json.write(nested)).isEqualTo("{\"shape\":[3,[],{\"size\":32}]}");
        assertThat(Json.write(Map.of())).isEqualTo("{}");
    }

    @Test
    void pathsAndUmlautsAreNotEscaped() {
        assertThat(Json.write(Map.of("file", "/runs/größe"))).isEqualTo("{\"file\":\"/runs/größe\"}");
    }

    @Test
    void everyTextComesBackAsItWas() {
        String text = "\"quoted\" back\\slash \n\r\t\b\f\u0000\u001f\u2028 snow☃ fire🔥 </script>";
        String json = Json.write(Map.of(text, text));

        assertThat(json).doesNotContain("\n", "\r");
        assertThat(texts(json)).containsExactly(text, text);
    }

    @Test
    void theIndentedFormHasAFieldPerLine() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", "first");
        fields.put("shape", List.of(3, 32));
        fields.put("plan", Map.of("epochs", 2));

        assertThat(Json.writeIndented(fields)).isEqualTo("""
            {
              "name": "first",
              "shape": [ 3, 32 ],
              "plan": {
                "epochs": 2
              }
            }\
            """);
        assertThat(Json.writeIndented(fields)).isEqualTo(Json.writeIndented(fields));
    }

    @Test
    void aValueWithoutAFormInJsonIsNamedWithItsField() {
        assertThatThrownBy(() -> Json.write(Map.of("times", List.of(1, Duration.ofSeconds(2)))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the field times holds")
                .hasMessageContaining("java.time.Duration")
                .hasMessageContaining("PT2S");
    }

    private static List<String> texts(String json) {
        List<String> texts = new ArrayList<>();
        try (var parser = new JsonFactory().createParser(ObjectReadContext.empty(), json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.PROPERTY_NAME || token == JsonToken.VALUE_STRING) {
                    texts.add(parser.getString());
                }
            }
        }
        return texts;
    }

    @Test
    void whatATerminalWouldObeyIsEscaped() {
        String name = "\u001b[31m\u007f\u0085\u202e\ud800 ü";
        assertThat(Json.write(Map.of("name", name)))
                .isEqualToIgnoringCase("{\"name\":\"\\u001b[31m\\u007f\\u0085\\u202e\\ud800 ü\"}");
        assertThat(Json.writeIndented(Map.of("name", name)))
                .isEqualToIgnoringCase("{\n  \"name\": \"\\u001b[31m\\u007f\\u0085\\u202e\\ud800 ü\"\n}");
    }
}
