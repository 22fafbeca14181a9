package dev.stoker.data.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ExampleSchemaTest {
    @Test
    void featuresAreFoundByName() {
        var schema = ExampleSchema.of(Feature.bytes("image", 1), Feature.int64("label", 1));

        assertThat(schema.index("label")).isEqualTo(1);
        assertThatThrownBy(() -> schema.index("lable"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the schema has no feature lable; did you mean label?");
    }

    @Test
    void namesMustDiffer() {
        assertThatThrownBy(() -> ExampleSchema.of(Feature.bytes("a", 1), Feature.int64("a", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[a, a]");
    }

    @Test
    void aLengthIsAtLeastOne() {
        assertThatThrownBy(() -> Feature.int64("a", 0)).hasMessageContaining("at least 1, got 0");
    }

    @Test
    void aDefaultHasTheKindAndLengthOfItsFeature() {
        assertThatThrownBy(() -> Feature.int64("a", 2).withDefault(FeatureValues.int64(1)))
                .hasMessage("the default of feature a must have its kind and length, got 1 of int64");
        assertThatThrownBy(() -> Feature.int64("a", 1).withDefault(FeatureValues.floats(1)))
                .hasMessageContaining("got 1 of float");
        assertThatThrownBy(() -> Feature.variableInt64("a").withDefault(FeatureValues.int64(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
