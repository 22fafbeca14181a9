package dev.stoker.job.plan;

import dev.stoker.job.internal.yaml.YamlReader;
import dev.stoker.nn.definition.ModelDefinition;
import java.util.regex.Pattern;

/** What is trained, and what it starts from. */
@OptionGroup("Model")
public record ModelOptions(
        @Description(
                "the model to train: a name, a YAML file of layers, or the layers themselves; auto is cnn, for tables"
                        + " deep")
        @Default("auto")
        String model,

        @Description("features of the hidden layers of model deep, such as 64,32") @Default("64,32")
        String hidden,

        @Description("a file of weights to start from: safetensors, or a state_dict of torch.save") @Default("")
        String weights,

        @Description("names of the weights to take from it, with wildcards, such as 'layer*,conv1.*'; empty for all")
        @Default("")
        String weightsOnly,

        @Description("leave the last layer of the model as it is initialized, whatever the file holds for it")
        @Default("false")
        boolean newHead,

        @Description("names of weights that are not trained, with wildcards, such as 'features,layer1'") @Default("")
        String freeze,

        @Description("images by which the first convolution, frozen then, is set to whiten patches; 0 is not at all")
        @Default("0")
        int whiten) {

    private static final Pattern HIDDEN = Pattern.compile("none|[1-9][0-9]{0,5}(,[1-9][0-9]{0,5}){0,9}");
    /** The name of layers that have none of their own. */
    public static final String UNNAMED = "model";

    public ModelOptions {
        KeyCheck.that("hidden", HIDDEN.matcher(hidden).matches(), "numbers of features such as 64,32, or none", hidden);
        KeyCheck.that("whiten", whiten >= 0, "at least 0", whiten);
    }

    /** What a message or a line on the screen may show of layers that stand in the plan. */
    static String shown(String layers) {
        return ModelDefinition.of(YamlReader.parse(layers, UNNAMED), UNNAMED).name() + " (layers in the plan)";
    }
}
