package dev.stoker.job.plan;

import dev.stoker.job.yaml.Yaml;
import dev.stoker.nn.WrittenModel;
import java.util.regex.Pattern;

/** What is trained, and what it starts from. */
@Chapter("Model")
public record NetChapter(
        @Explained(
                "the model to train: a name, a YAML file of layers, or the layers themselves; auto is cnn, for tables"
                        + " deep")
        @Usually("auto")
        String model,

        @Explained("features of the hidden layers of model deep, such as 64,32") @Usually("64,32")
        String hidden,

        @Explained("a file of weights to start from: safetensors, or a state_dict of torch.save") @Usually("")
        String weights,

        @Explained("names of the weights to take from it, with wildcards, such as 'layer*,conv1.*'; empty for all")
        @Usually("")
        String weightsOnly,

        @Explained("leave the last layer of the model as it is initialised, whatever the file holds for it")
        @Usually("false")
        boolean newHead,

        @Explained("names of weights that are not trained, with wildcards, such as 'features,layer1'") @Usually("")
        String freeze,

        @Explained("pictures by which the first convolution, frozen then, is set to whiten patches; 0 is not at all")
        @Usually("0")
        int whiten) {

    private static final Pattern HIDDEN = Pattern.compile("none|[1-9][0-9]{0,5}(,[1-9][0-9]{0,5}){0,9}");
    /** The name of layers that have none of their own. */
    public static final String NAMELESS = "model";

    public NetChapter {
        Check.that("hidden", HIDDEN.matcher(hidden).matches(), "numbers of features such as 64,32, or none", hidden);
        Check.that("whiten", whiten >= 0, "at least 0", whiten);
    }

    /** What a message or a line on the screen may show of layers that stand in the plan. */
    static String shown(String layers) {
        return WrittenModel.of(Yaml.parse(layers, NAMELESS), NAMELESS).name() + " (layers in the plan)";
    }
}
