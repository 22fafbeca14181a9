package dev.stoker.job.plan;

import dev.stoker.data.yaml.YamlReader;
import dev.stoker.job.option.Auto;
import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.job.plan.value.HiddenLayers;
import dev.stoker.nn.definition.ModelDefinition;
import java.nio.file.Path;
import java.util.Optional;

/** The model and its initial weights. */
@OptionGroup("Model")
public record ModelOptions(
        @Description("model: a name, a YAML file of layers, or the layers themselves; auto is cnn, for tables deep")
        @Default("auto")
        Auto<String> model,

        @Description("hidden layer sizes of model deep, such as 64,32, or none") @Default("64,32")
        HiddenLayers hidden,

        @Description("pretrained weights: a safetensors file, or a state_dict of torch.save") @Default("")
        Optional<Path> weights,

        @Description("parameters to load from the weights file, as wildcards such as 'layer*,conv1.*'; empty for all")
        @Default("")
        String weightsOnly,

        @Description("new classifier head: keep the last layer as initialized, whatever the weights file holds")
        @Default("false")
        boolean newHead,

        @Description("frozen parameters, as wildcards such as 'features,layer1'") @Default("")
        String freeze,

        @Description("whitening: training images from which the first convolution is set to whiten patches, then"
                + " frozen; 0 disables")
        @Default("0")
        int whiten)
        implements Options {

    /** The name of layers that have none of their own. */
    public static final String UNNAMED = "model";

    public ModelOptions {
        KeyCheck.that("whiten", whiten >= 0, "at least 0", whiten);
    }

    public ModelOptions withModel(String chosen) {
        return new ModelOptions(Auto.of(chosen), hidden, weights, weightsOnly, newHead, freeze, whiten);
    }

    /** How a message or a line on the screen names layers that are part of the plan. */
    static String shown(String layers) {
        return ModelDefinition.of(YamlReader.parse(layers, UNNAMED), UNNAMED).name() + " (layers in the plan)";
    }
}
