package dev.stoker.train.optimizer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.DataType;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockDepthsTest {

    /** Blocks, downsampling, stem and head. */
    @ParameterizedTest
    @CsvSource({"vit_b_16, 14", "deit_s_16, 14", "convnext_tiny, 23", "resnet50, 18", "vgg11_bn, 19"})
    void aModelHasAStemBlocksAndAHead(String model, int groups) {
        var depths = BlockDepths.of(ModelZoo.withDefaults(model).parameterNames());
        assertThat(depths.values().stream().distinct().count()).isEqualTo(groups);
    }

    @Test
    void depthCountsFromTheHead() {
        var depths = BlockDepths.of(ModelZoo.withDefaults("vit_b_16").parameterNames());
        assertThat(depths)
                .containsEntry("heads.head.weight", 0)
                .containsEntry("encoder.ln.weight", 0)
                .containsEntry("encoder.layers.encoder_layer_11.ln_1.weight", 1)
                .containsEntry("encoder.layers.encoder_layer_11.self_attention.in_proj_weight", 1)
                .containsEntry("encoder.layers.encoder_layer_0.mlp.3.bias", 12)
                .containsEntry("encoder.pos_embedding", 13)
                .containsEntry("class_token", 13);
        var scaled = BlockDepths.of(ModelZoo.withDefaults("convnext_tiny").parameterNames());
        assertThat(scaled)
                .containsEntry("classifier.0.weight", 0)
                .containsEntry("features.7.2.layer_scale", 1)
                .containsEntry("features.7.2.block.5.weight", 1)
                .containsEntry("features.0.0.weight", 22)
                .containsEntry("features.0.1.weight", 22);
    }

    @Test
    void layerDecayMultipliesTheFactorsOfLearningRates() {
        try (var _ = TensorScope.open("test")) {
            var parameters = new LinkedHashMap<String, Tensor>();
            for (String name : List.of("stem.weight", "blocks.0.a.weight", "blocks.0.b.weight", "head.weight")) {
                parameters.put(name, Tensor.zeros(DataType.FLOAT32, Device.CPU, 1));
            }
            var rules = new ParameterRules(List.of(), Map.of("head.*", 4.0, "*.b.*", 3.0), Map.of(), Map.of(), 0.5);
            assertThat(rules.groups(parameters, 0))
                    .extracting(ParameterGroup::rateFactor)
                    .containsExactly(0.25, 0.5, 1.5, 4.0);
        }
    }
}
