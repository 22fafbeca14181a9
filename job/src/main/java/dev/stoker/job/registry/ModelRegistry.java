package dev.stoker.job.registry;

import dev.stoker.core.Bytes;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.data.yaml.YamlWriter;
import dev.stoker.job.internal.setup.ModelFactory;
import dev.stoker.nn.LayerTable;
import dev.stoker.nn.Model;
import dev.stoker.nn.ModelSummary;
import dev.stoker.nn.definition.ModelDefinition;
import dev.stoker.nn.zoo.ModelZoo;
import java.util.List;
import java.util.OptionalInt;

/** The models that are available by name, and their cost. */
public final class ModelRegistry {
    private ModelRegistry() {}

    /** All of them, for their default input shape, with this batch size. */
    public static List<RegisteredModel> models(int batch) {
        if (batch < 1) {
            throw new StokerException("batch must be at least 1, got " + batch).about("batch");
        }
        return ModelZoo.names().stream()
                .map(name -> registered(ModelZoo.withDefaults(name), batch))
                .toList();
    }

    /** One of them, or one of a YAML file, layer by layer; what is not given has its default. */
    public static ModelSummaryReport outline(String name, OptionalInt size, OptionalInt channels, OptionalInt classes) {
        var model = model(name, size, channels, classes);
        var lines = LayerTable.of(model).stream()
                .map(line -> new ModelSummaryReport.Line(
                        line.depth(), line.name(), line.layer(), line.output().toString(), line.parameters()))
                .toList();
        var summary = ModelSummary.of(model);
        return new ModelSummaryReport(
                model.name(), model.input(), model.classes(), summary.parameters(), summary.multiplyAdds(), lines);
    }

    /** One of them as YAML, for a plan or a file. */
    public static String yaml(String name, OptionalInt size, OptionalInt channels, OptionalInt classes) {
        return YamlWriter.block(ModelDefinition.write(model(name, size, channels, classes)));
    }

    private static Model model(String name, OptionalInt size, OptionalInt channels, OptionalInt classes) {
        var defaultModel = ModelFactory.defaultModel(name);
        return size.isEmpty() && channels.isEmpty() && classes.isEmpty()
                ? defaultModel
                : ModelFactory.build(
                        name,
                        shape(defaultModel.input(), size, channels),
                        atLeastTwo(classes.orElse(defaultModel.classes())));
    }

    private static Shape shape(Shape input, OptionalInt size, OptionalInt channels) {
        return new Shape(
                atLeastOne("size", size).orElse(input.height()),
                atLeastOne("size", size).orElse(input.width()),
                atLeastOne("channels", channels).orElse(input.channels()));
    }

    private static OptionalInt atLeastOne(String key, OptionalInt value) {
        if (value.isPresent() && value.getAsInt() < 1) {
            throw new StokerException("%s must be at least 1, got %d".formatted(key, value.getAsInt())).about(key);
        }
        return value;
    }

    private static int atLeastTwo(int classes) {
        if (classes < 2) {
            throw new StokerException("classes must be at least 2, got " + classes).about("classes");
        }
        return classes;
    }

    private static RegisteredModel registered(Model model, int batch) {
        var summary = ModelSummary.of(model);
        return new RegisteredModel(
                model.name(),
                summary.parameters(),
                summary.multiplyAdds(),
                new Bytes(summary.weightBytes()),
                batch,
                new Bytes(Math.multiplyExact(summary.activations(), (long) batch * Float.BYTES)),
                model.input(),
                model.classes());
    }
}
