package dev.stoker.nn.zoo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.nn.layer.WeightSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Names, sizes and order of the state_dicts of torchvision and timm, written down from their sources. */
class StateDictNamesTest {

    private static List<String> names(String model) {
        return WeightSpec.of(ModelZoo.withDefaults(model)).stream()
                .map(spec -> spec.name() + " " + Arrays.toString(spec.sizes()))
                .toList();
    }

    /** A weight and a bias. */
    private static void add(List<String> names, String path, int out, String... otherSizes) {
        String others = String.join(
                "", Arrays.stream(otherSizes).map(each -> ", " + each).toList());
        names.add("%s.weight [%d%s]".formatted(path, out, others));
        names.add("%s.bias [%d]".formatted(path, out));
    }

    @Test
    void convNextIsNamedAsInTorchvision() {
        var expected = new ArrayList<String>();
        add(expected, "features.0.0", 96, "3", "4", "4");
        add(expected, "features.0.1", 96);
        int[] depths = {3, 3, 9, 3};
        for (int stage = 0; stage < 4; stage++) {
            int width = 96 << stage;
            if (stage > 0) {
                add(expected, "features.%d.0".formatted(2 * stage), width / 2);
                add(expected, "features.%d.1".formatted(2 * stage), width, "" + width / 2, "2", "2");
            }
            for (int i = 0; i < depths[stage]; i++) {
                String block = "features.%d.%d".formatted(2 * stage + 1, i);
                expected.add("%s.layer_scale [%d, 1, 1]".formatted(block, width));
                add(expected, block + ".block.0", width, "1", "7", "7");
                add(expected, block + ".block.2", width);
                add(expected, block + ".block.3", 4 * width, "" + width);
                add(expected, block + ".block.5", width, "" + 4 * width);
            }
        }
        add(expected, "classifier.0", 768);
        add(expected, "classifier.2", 1000, "768");
        assertThat(names("convnext_tiny")).isEqualTo(expected);
    }

    @Test
    void theVisionTransformerIsNamedAsInTorchvision() {
        var expected = new ArrayList<String>();
        expected.add("class_token [1, 1, 768]");
        add(expected, "conv_proj", 768, "3", "16", "16");
        expected.add("encoder.pos_embedding [1, 197, 768]");
        for (int i = 0; i < 12; i++) {
            String block = "encoder.layers.encoder_layer_" + i;
            add(expected, block + ".ln_1", 768);
            expected.add(block + ".self_attention.in_proj_weight [2304, 768]");
            expected.add(block + ".self_attention.in_proj_bias [2304]");
            add(expected, block + ".self_attention.out_proj", 768, "768");
            add(expected, block + ".ln_2", 768);
            add(expected, block + ".mlp.0", 3072, "768");
            add(expected, block + ".mlp.3", 768, "3072");
        }
        add(expected, "encoder.ln", 768);
        add(expected, "heads.head", 1000, "768");
        assertThat(names("vit_b_16")).isEqualTo(expected);
    }

    @Test
    void smallTransformersAreNamedAsInTimm() {
        var expected = new ArrayList<String>();
        expected.add("cls_token [1, 1, 384]");
        expected.add("pos_embed [1, 197, 384]");
        add(expected, "patch_embed.proj", 384, "3", "16", "16");
        for (int i = 0; i < 12; i++) {
            String block = "blocks." + i;
            add(expected, block + ".norm1", 384);
            add(expected, block + ".attn.qkv", 1152, "384");
            add(expected, block + ".attn.proj", 384, "384");
            add(expected, block + ".norm2", 384);
            add(expected, block + ".mlp.fc1", 1536, "384");
            add(expected, block + ".mlp.fc2", 384, "1536");
        }
        add(expected, "norm", 384);
        add(expected, "head", 1000, "384");
        assertThat(names("vit_s_16")).isEqualTo(expected);
        assertThat(names("deit_s_16")).isEqualTo(expected);
    }
}
