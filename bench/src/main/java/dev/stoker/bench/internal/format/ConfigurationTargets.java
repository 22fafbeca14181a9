package dev.stoker.bench.internal.format;

import dev.stoker.bench.internal.mutation.ByteMutator;
import dev.stoker.bench.internal.mutation.Mutator;
import dev.stoker.bench.internal.mutation.TextMutator;
import dev.stoker.core.Shape;
import dev.stoker.data.file.LabeledFiles;
import dev.stoker.data.yaml.YamlReader;
import dev.stoker.data.yaml.YamlWriter;
import dev.stoker.datasets.catalog.DatasetCard;
import dev.stoker.datasets.catalog.DatasetCatalog;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanFile;
import dev.stoker.nn.ModelSummary;
import dev.stoker.nn.definition.ModelDefinition;
import dev.stoker.nn.zoo.ModelZoo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Text that people write: plans, models, catalogs and lists. What is accepted must survive being written and read again. */
final class ConfigurationTargets {
    private static final Mutator MUTATOR =
            new TextMutator().or(new TextMutator()).sometimesThen(new ByteMutator());
    private static final Shape SHAPE = new Shape(32, 32, 3);
    private static final int CLASSES = 10;

    private ConfigurationTargets() {}

    static FuzzTarget plan(ScratchFolder scratch) {
        return new FileTarget(scratch, "plan.yaml", plans(scratch), MUTATOR, (file, _) -> readPlan(file));
    }

    private static List<byte[]> plans(ScratchFolder scratch) {
        Path file = scratch.path().resolve("default.yaml");
        PlanFile.write(file, Plan.DEFAULTS);
        var texts = FileTarget.texts(
                "data: images\nmodel: resnet18\nepochs: 5\nbatch: 64\nlr: 0.1\nseed: 7\n",
                "size: 96\nepochs: 15\nlr: auto\nbatch: auto\nphases: 5 epochs resize=96; 10 epochs resize=128\n",
                """
                columns: {age: numeric, color: {kind: vocabulary, values: [red, blue]}}
                label: kind
                validation: 0.2
                """,
                """
                model:
                  name: small
                  layers:
                    - layer: sequential
                      name: features
                      layers:
                        - {layer: conv2d, out: 16, kernel: 3, padding: same, bias: false}
                        - batch-norm2d
                        - relu
                        - flatten
                    - {layer: linear, name: classifier, out: classes}
                schedule: cosine
                """);
        var all = new ArrayList<>(texts);
        all.add(bytes(file));
        return all;
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void readPlan(Path file) {
        var plan = PlanFile.read(file, Plan.DEFAULTS);
        plan.refuseConflicts();
        plan.phases();
        Path again = file.resolveSibling("again.yaml");
        PlanFile.write(again, plan);
        WrongResultException.require(
                PlanFile.read(again, Plan.DEFAULTS).equals(plan), "written and read again, it is another plan");
    }

    static FuzzTarget model(ScratchFolder scratch) {
        var corpus = new ArrayList<>(FileTarget.texts("""
            - {layer: conv2d, out: 8, kernel: 3, padding: same, bias: false}
            - batch-norm2d
            - relu
            - {layer: max-pool2d, kernel: 2, stride: 2}
            - layer: residual
              body:
                - {layer: conv2d, out: 8, kernel: 3, padding: same}
                - relu
            - {layer: adaptive-average-pool2d, height: 4, width: 4}
            - flatten
            - {layer: dropout, rate: 0.1}
            - {layer: linear, out: classes}
            """));
        for (String name : new String[] {"mlp", "cnn", "resnet8"}) {
            var tree = ModelDefinition.write(ModelZoo.model(name, SHAPE, CLASSES));
            corpus.add(YamlWriter.block(tree).getBytes(StandardCharsets.UTF_8));
        }
        return new FileTarget(scratch, "model.yaml", corpus, MUTATOR, (file, _) -> readModel(file));
    }

    private static void readModel(Path file) {
        var model = YamlReader.inFile(
                file,
                () -> ModelDefinition.of(YamlReader.read(file, "model"), "fuzz").build(SHAPE, CLASSES));
        ModelSummary.of(model);
        var tree = YamlReader.parse(YamlWriter.block(ModelDefinition.write(model)), "written");
        WrongResultException.require(
                ModelDefinition.of(tree, "fuzz").build(SHAPE, CLASSES).root().equals(model.root()),
                "written and read again, it is another model");
    }

    static FuzzTarget catalog(ScratchFolder scratch) {
        var corpus = new ArrayList<byte[]>();
        for (var entry : DatasetCatalog.builtIn().entries().subList(0, 2)) {
            DatasetCard.write(scratch.path(), entry);
            corpus.add(bytes(scratch.path().resolve(DatasetCard.FILE_NAME)));
        }
        return new FileTarget(
                scratch,
                "catalog.yaml",
                corpus,
                MUTATOR,
                (file, _) -> DatasetCatalog.builtIn().with(file).entries().forEach(entry -> {
                    DatasetCard.write(scratch.path(), entry);
                    WrongResultException.require(
                            DatasetCard.read(scratch.path())
                                    .filter(entry::equals)
                                    .isPresent(),
                            "written and read again, it is another entry");
                }));
    }

    static FuzzTarget list(ScratchFolder scratch) {
        return new FileTarget(
                scratch,
                "list.csv",
                FileTarget.texts(
                        "path,label\ncats/1.jpg,cat\n\"dogs/a, b.jpg\",dog\ncats/2.jpg,cat\n",
                        "a.jpg 0\nb.jpg 3\n",
                        "x y.png\t1\n"),
                MUTATOR,
                (file, _) -> readList(file));
    }

    private static void readList(Path file) {
        var listed = LabeledFiles.listed(file);
        listed.entries()
                .forEach(entry -> WrongResultException.require(
                        entry.label() >= 0 && entry.label() < listed.classes().size(),
                        "label %d of %d classes"
                                .formatted(entry.label(), listed.classes().size())));
    }
}
