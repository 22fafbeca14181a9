package dev.stoker.nn.layer;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.DataType;
import dev.stoker.core.StokerException;
import org.junit.jupiter.api.Test;

class WeightSpecSizeTest {
    @Test
    void aWeightOfMoreElementsThanANumberHoldsIsRefusedByItsName() {
        long large = Integer.MAX_VALUE;
        var spec = WeightSpec.buffer("features.0.weight", DataType.FLOAT32, 0, large, large, large);

        assertThatThrownBy(spec::elements)
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("weight features.0.weight of [2147483647, 2147483647, 2147483647]");
    }
}
