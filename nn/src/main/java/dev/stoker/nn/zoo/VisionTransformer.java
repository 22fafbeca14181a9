package dev.stoker.nn.zoo;

import static dev.stoker.nn.layer.Layer.named;

import dev.stoker.core.Shape;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.KernelWindow;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.Layer.Activation;
import dev.stoker.nn.layer.Layer.ClassToken;
import dev.stoker.nn.layer.Layer.Conv2d;
import dev.stoker.nn.layer.Layer.DropPath;
import dev.stoker.nn.layer.Layer.FirstToken;
import dev.stoker.nn.layer.Layer.LayerNorm;
import dev.stoker.nn.layer.Layer.Linear;
import dev.stoker.nn.layer.Layer.Named;
import dev.stoker.nn.layer.Layer.PositionEmbedding;
import dev.stoker.nn.layer.Layer.Residual;
import dev.stoker.nn.layer.Layer.SelfAttention;
import dev.stoker.nn.layer.Layer.Sequential;
import dev.stoker.nn.layer.Layer.Tokens;
import java.util.ArrayList;
import java.util.List;

/**
 * Vision Transformer (Dosovitskiy et al., 2020) of patches of 16×16, and DeiT (Touvron et al., 2020), which is the same net with
 * stochastic depth. The one that torchvision has is named and initialized as there, the others as in timm.
 *
 * @param features of a token
 * @param heads of attention
 * @param deepestDrop the rate of stochastic depth of the last block
 */
record VisionTransformer(int features, int heads, double deepestDrop) {
    private static final int PATCH = 16;
    private static final int DEPTH = 12;
    private static final int EXPANSION = 4;
    private static final double EPSILON = 1e-6;
    private static final Initializer NORMAL = new Initializer.Normal(0.02);

    static List<ModelArchitecture> all() {
        var base = new VisionTransformer(768, 12, 0);
        return List.of(
                architecture("vit_b_16", base::torchvision),
                architecture("vit_s_16", new VisionTransformer(384, 6, 0)::timm),
                architecture("deit_s_16", new VisionTransformer(384, 6, 0.1)::timm),
                architecture("deit_b_16", new VisionTransformer(768, 12, 0.1)::timm));
    }

    private static ModelArchitecture architecture(String name, ModelArchitecture.Builder builder) {
        return new ModelArchitecture(name, ModelArchitecture.COLOR_224, 1000, PATCH, PATCH, builder);
    }

    private static int tokens(Shape input) {
        return input.height() / PATCH * (input.width() / PATCH) + 1;
    }

    private Layer torchvision(Shape input, int classes) {
        var encoder = new ArrayList<Named>();
        encoder.add(named("pos_embedding", new PositionEmbedding(tokens(input), features, NORMAL)));
        for (int i = 0; i < DEPTH; i++) {
            encoder.add(named("layers.encoder_layer_" + i, torchvisionBlock()));
        }
        encoder.add(named("ln", norm()));
        double deviation = Math.sqrt(1.0 / (input.channels() * PATCH * PATCH));
        return Sequential.of(
                named("conv_proj", patches(input, new Initializer.Normal(deviation), Initializer.ZERO)),
                named("tokens", new Tokens()),
                named("class_token", new ClassToken(features, Initializer.ZERO)),
                named("encoder", new Sequential(encoder)),
                named("first", new FirstToken()),
                named("heads.head", new Linear(features, classes, Initializer.ZERO)));
    }

    private Sequential torchvisionBlock() {
        int hidden = EXPANSION * features;
        var output = new Linear(features, features, Initializer.Uniform.fan(features));
        return block(
                List.of(
                        named("ln_1", norm()),
                        named("self_attention.in_proj_", new Linear(features, 3 * features, glorot(3 * features))),
                        named("self_attention.heads", new SelfAttention(heads)),
                        named("self_attention.out_proj", output)),
                List.of(
                        named("ln_2", norm()),
                        named("mlp.0", hidden(features, hidden)),
                        named("mlp.1", Activation.GELU),
                        named("mlp.3", hidden(hidden, features))));
    }

    private Linear hidden(int in, int out) {
        return new Linear(in, out, true, glorot(EXPANSION * features), new Initializer.Normal(1e-6));
    }

    /** Uniform with the variance 2 / (fan-in + fan-out), where one of the two is the features (Glorot and Bengio, 2010). */
    private Initializer glorot(int other) {
        return new Initializer.Uniform(Math.sqrt(6.0 / (features + other)));
    }

    private Layer timm(Shape input, int classes) {
        var net = new ArrayList<Named>();
        var start = Initializer.Uniform.fan(input.channels() * PATCH * PATCH);
        net.add(named("patch_embed.proj", patches(input, start, start)));
        net.add(named("tokens", new Tokens()));
        net.add(named("cls_token", new ClassToken(features, new Initializer.Normal(1e-6))));
        net.add(named("pos_embed", new PositionEmbedding(tokens(input), features, NORMAL)));
        for (int i = 0; i < DEPTH; i++) {
            // Stochastic depth: the rate increases with the depth of a block.
            net.add(named("blocks." + i, timmBlock(deepestDrop * i / (DEPTH - 1))));
        }
        net.add(named("norm", norm()));
        net.add(named("first", new FirstToken()));
        net.add(named("head", new Linear(features, classes, NORMAL)));
        return new Sequential(net);
    }

    private Sequential timmBlock(double drop) {
        int hidden = EXPANSION * features;
        return block(
                dropping(
                        drop,
                        "drop_path1",
                        named("norm1", norm()),
                        named("attn.qkv", new Linear(features, 3 * features, NORMAL)),
                        named("attn.heads", new SelfAttention(heads)),
                        named("attn.proj", new Linear(features, features, NORMAL))),
                dropping(
                        drop,
                        "drop_path2",
                        named("norm2", norm()),
                        named("mlp.fc1", new Linear(features, hidden, NORMAL)),
                        named("mlp.act", Activation.GELU),
                        named("mlp.fc2", new Linear(hidden, features, NORMAL))));
    }

    /** Without stochastic depth in a net that has none. */
    private List<Named> dropping(double rate, String name, Named... layers) {
        var body = new ArrayList<>(List.of(layers));
        if (deepestDrop > 0) {
            body.add(named(name, new DropPath(rate)));
        }
        return body;
    }

    private static Sequential block(List<Named> attention, List<Named> perceptron) {
        return Sequential.of(
                named("", Residual.around(new Sequential(attention))),
                named("", Residual.around(new Sequential(perceptron))));
    }

    private Conv2d patches(Shape input, Initializer start, Initializer biasStart) {
        var window = KernelWindow.square(PATCH, PATCH, 0);
        return new Conv2d(input.channels(), features, window, 1, true, start, biasStart);
    }

    private LayerNorm norm() {
        return new LayerNorm(features, EPSILON);
    }
}
