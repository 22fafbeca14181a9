package dev.stoker.job.internal.setup;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.data.yaml.YamlReader;
import dev.stoker.data.yaml.YamlWriter;
import dev.stoker.datasets.table.TableDataset;
import dev.stoker.job.option.Auto;
import dev.stoker.job.plan.ModelOptions;
import dev.stoker.job.plan.Plan;
import dev.stoker.nn.Model;
import dev.stoker.nn.definition.ModelDefinition;
import dev.stoker.nn.zoo.ModelZoo;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** Builds the model of a plan: by a name of the zoo, from layers within the plan, or from a YAML file of layers. */
public final class ModelFactory {
    private static final String KIND = "model";
    /** The model for images where a plan names none. */
    public static final String DEFAULT = "cnn";

    private ModelFactory() {}

    public static Model build(String text, Shape input, int classes) {
        return written(text)
                .map(written -> where(text, () -> written.build(input, classes)))
                .orElseGet(() -> forImages(text, input, classes));
    }

    private static Model forImages(String name, Shape input, int classes) {
        if (TableModelFactory.NAMES.contains(name)) {
            throw new StokerException(
                    "model %s is for tables; for images choose one of `stoker models`".formatted(name));
        }
        return ModelZoo.model(name, input, classes);
    }

    /** The model for rows of a table. */
    public static Model build(Plan plan, TableDataset table) {
        String text = plan.model().model().orElse(TableModelFactory.DEFAULT_NAME);
        var models = new TableModelFactory(table, plan.model().hidden().sizes());
        return written(text)
                .map(written -> where(text, () -> models.of(written)))
                .orElseGet(() -> models.build(text));
    }

    /** The model for the input shape and classes that its definition states. */
    public static Model defaultModel(String text) {
        return written(text)
                .map(written -> where(text, () -> {
                    if (written.input().isEmpty() || written.classes().isEmpty()) {
                        throw new StokerException("the input shape or the number of classes is missing:"
                                + " add 'input: [32, 32, 3]' and 'classes: 10'");
                    }
                    return written.build(
                            written.input().get(), written.classes().getAsInt());
                }))
                .orElseGet(() -> ModelZoo.withDefaults(text));
    }

    /** The text with the content of a file instead of its path, so that a run does not depend on the file. */
    public static String resolved(String text) {
        return YamlReader.isFile(text)
                ? written(text).map(written -> YamlWriter.line(written.tree())).orElse(text)
                : text;
    }

    /** The same, where a model has been chosen. */
    public static String resolved(Auto<String> text, Model chosen) {
        return text.value().map(ModelFactory::resolved).orElseGet(chosen::name);
    }

    /** The layers, where the text defines them or names a file that does. */
    static Optional<ModelDefinition> written(String text) {
        if (YamlReader.isFile(text)) {
            var file = Path.of(text);
            var tree = YamlReader.read(file, KIND);
            return Optional.of(where(text, () -> ModelDefinition.of(tree, stem(file))));
        }
        if (!YamlReader.isInline(text)) {
            return Optional.empty();
        }
        ConfigNode tree = YamlReader.parse(text, KIND);
        return Optional.of(where(text, () -> ModelDefinition.of(tree, ModelOptions.UNNAMED)));
    }

    private static String stem(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.substring(0, name.lastIndexOf('.'));
    }

    /** Names the file in errors about its layers. */
    private static <T> T where(String text, Supplier<T> work) {
        try {
            return work.get();
        } catch (StokerException wrong) {
            throw YamlReader.isFile(text)
                    ? new StokerException("%s, %s".formatted(text, wrong.getMessage()), wrong)
                    : wrong;
        }
    }
}
