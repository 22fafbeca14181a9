package dev.stoker.job;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.Tree;
import dev.stoker.datasets.table.Table;
import dev.stoker.job.plan.NetChapter;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.yaml.Yaml;
import dev.stoker.job.yaml.YamlText;
import dev.stoker.nn.Model;
import dev.stoker.nn.WrittenModel;
import dev.stoker.nn.Zoo;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** A model as a plan asks for it: by a name of the zoo, as layers within the plan, or by a YAML file of layers. */
final class PlannedModel {
    private static final String KIND = "model";
    private static final String USUAL = "cnn";

    private PlannedModel() {}

    static Model build(String text, Shape input, int classes) {
        return written(text)
                .map(written -> where(text, () -> written.build(input, classes)))
                .orElseGet(() -> ofPictures(text, input, classes));
    }

    private static Model ofPictures(String name, Shape input, int classes) {
        if (TableModels.NAMES.contains(name)) {
            throw new StokerException(
                    "model %s is for tables; for pictures choose one of `stoker models`".formatted(name));
        }
        return Zoo.model(name.equals(Plan.AUTO) ? USUAL : name, input, classes);
    }

    /** The model for rows of a table. */
    static Model build(Plan plan, Table table) {
        String text = plan.net().model();
        var models = new TableModels(table, plan.net().hidden());
        return written(text)
                .map(written -> where(text, () -> models.of(written)))
                .orElseGet(() -> models.build(text.equals(Plan.AUTO) ? TableModels.USUAL : text));
    }

    /** The model for what its text says it is for. */
    static Model usual(String text) {
        return written(text)
                .map(written -> where(text, () -> {
                    if (written.input().isEmpty() || written.classes().isEmpty()) {
                        throw new StokerException("it says neither for what pictures nor for how many classes it is:"
                                + " add 'input: [32, 32, 3]' and 'classes: 10'");
                    }
                    return written.build(
                            written.input().get(), written.classes().getAsInt());
                }))
                .orElseGet(() -> Zoo.usual(text));
    }

    /** The text without files, so that a run does not depend on what becomes of them. */
    static String settled(String text) {
        return Yaml.isFile(text)
                ? written(text).map(written -> YamlText.line(written.tree())).orElse(text)
                : text;
    }

    /** The same, where a model has been chosen. */
    static String settled(String text, Model chosen) {
        return text.equals(Plan.AUTO) ? chosen.name() : settled(text);
    }

    /** The layers, where the text is one or names a file of them. */
    static Optional<WrittenModel> written(String text) {
        if (Yaml.isFile(text)) {
            var file = Path.of(text);
            var tree = Yaml.read(file, KIND);
            return Optional.of(where(text, () -> WrittenModel.of(tree, stem(file))));
        }
        if (!Yaml.isInline(text)) {
            return Optional.empty();
        }
        Tree tree = Yaml.parse(text, KIND);
        return Optional.of(where(text, () -> WrittenModel.of(tree, NetChapter.NAMELESS)));
    }

    private static String stem(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.substring(0, name.lastIndexOf('.'));
    }

    /** Whatever is wrong with layers of a file is said with the file. */
    private static <T> T where(String text, Supplier<T> work) {
        try {
            return work.get();
        } catch (StokerException wrong) {
            throw Yaml.isFile(text) ? new StokerException("%s, %s".formatted(text, wrong.getMessage()), wrong) : wrong;
        }
    }
}
