package dev.stoker.job;

import dev.stoker.core.Bytes;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.job.yaml.YamlText;
import dev.stoker.nn.Model;
import dev.stoker.nn.Outline;
import dev.stoker.nn.Summary;
import dev.stoker.nn.WrittenModel;
import dev.stoker.nn.Zoo;
import java.util.List;
import java.util.OptionalInt;

/** The models that can be had by name, and what they cost. */
public final class ModelShelf {
    private ModelShelf() {}

    /** All of them, for the pictures they are usually trained on, in batches of this size. */
    public static List<ShelvedModel> models(int batch) {
        if (batch < 1) {
            throw new StokerException("--batch must be at least 1, got " + batch);
        }
        return Zoo.names().stream().map(name -> shelved(Zoo.usual(name), batch)).toList();
    }

    /** One of them, or one of a YAML file, layer by layer; what is not given is as usual. */
    public static ModelOutline outline(String name, OptionalInt size, OptionalInt classes) {
        var model = model(name, size, classes);
        var lines = Outline.of(model).stream()
                .map(line -> new ModelOutline.Line(
                        line.depth(), line.name(), line.layer(), line.output().toString(), line.parameters()))
                .toList();
        var summary = Summary.of(model);
        return new ModelOutline(
                model.name(), model.input(), model.classes(), summary.parameters(), summary.multiplyAdds(), lines);
    }

    /** One of them as YAML, as a plan or a file takes it. */
    public static String yaml(String name, OptionalInt size, OptionalInt classes) {
        return YamlText.block(WrittenModel.write(model(name, size, classes)));
    }

    private static Model model(String name, OptionalInt size, OptionalInt classes) {
        var usual = PlannedModel.usual(name);
        return size.isEmpty() && classes.isEmpty()
                ? usual
                : PlannedModel.build(name, shape(usual.input(), size), atLeastTwo(classes.orElse(usual.classes())));
    }

    private static Shape shape(Shape usual, OptionalInt size) {
        if (size.isPresent() && size.getAsInt() < 1) {
            throw new StokerException("--size must be at least 1, got " + size.getAsInt());
        }
        return size.isPresent() ? new Shape(size.getAsInt(), size.getAsInt(), usual.channels()) : usual;
    }

    private static int atLeastTwo(int classes) {
        if (classes < 2) {
            throw new StokerException("--classes must be at least 2, got " + classes);
        }
        return classes;
    }

    private static ShelvedModel shelved(Model model, int batch) {
        var summary = Summary.of(model);
        return new ShelvedModel(
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
