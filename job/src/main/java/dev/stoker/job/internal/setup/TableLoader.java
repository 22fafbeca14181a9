package dev.stoker.job.internal.setup;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.core.random.Seed;
import dev.stoker.data.yaml.YamlReader;
import dev.stoker.data.yaml.YamlWriter;
import dev.stoker.datasets.DatasetMixture;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.table.TableDataset;
import dev.stoker.datasets.table.TableSettings;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanKey;
import dev.stoker.train.step.Precision;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Opens the table of a plan, where its data is one. */
public final class TableLoader {
    /** Keys that apply to images only; those below apply to tables only. */
    private static final List<String> IMAGE_KEYS = List.of(
            "size",
            "interpolation",
            "eval-crop",
            "channels",
            "mean",
            "std",
            "image-root",
            "image-feature",
            "label-feature",
            "shape-features",
            "train-split",
            "validation-split",
            "test-split",
            "whiten",
            "flip",
            "shift",
            "edge",
            "crop-ratio",
            "vertical-flip",
            "rotate",
            "translate",
            "scale",
            "shear",
            "perspective",
            "rand-augment",
            "trivial-augment",
            "auto-augment",
            "augmix",
            "random-erasing",
            "brightness",
            "contrast",
            "saturation",
            "hue",
            "grayscale",
            "solarize",
            "posterize",
            "sharpen",
            "blur",
            "cutout",
            "repeat-augment",
            "augment",
            "resident",
            "mixup",
            "cutmix",
            "mixup-off",
            "tta");

    /** Settings for tables alone. */
    private static final List<String> TABLE_KEYS = List.of("columns", "hidden");

    private TableLoader() {}

    /** The table; empty where the data are images. */
    public static Optional<TableDataset> open(Plan plan) {
        boolean isTable = TableDataset.isTable(plan.data().data());
        if (!isTable) {
            refuseLabel(plan);
        }
        refuse(
                plan,
                isTable ? IMAGE_KEYS : TABLE_KEYS,
                isTable ? "images" : "tables",
                isTable ? "a table" : "not a table");
        if (!isTable) {
            return Optional.empty();
        }
        plan.step()
                .precision()
                .value()
                .filter(Precision::hasLowPrecisionWeights)
                .ifPresent(precision -> {
                    throw new StokerException(
                                    "precision %s would round the codes of a table's columns; use bf16 or fp32"
                                            .formatted(precision.title()))
                            .about("precision");
                });
        try {
            return Optional.of(YamlReader.inFile(
                    plan.data().columns(), () -> TableDataset.open(plan.data().data(), settings(plan))));
        } catch (CorruptDataException corrupt) {
            throw new StokerException(
                            "%s; fix the row, or skip corrupt rows with skip-corrupt".formatted(corrupt.getMessage()),
                            corrupt)
                    .about("skip-corrupt");
        }
    }

    private static void refuseLabel(Plan plan) {
        String data = plan.data().data();
        plan.data().label().value().filter(_ -> !isList(data)).ifPresent(_ -> {
            throw new StokerException(
                            "label is for tables and lists of images, and %s is neither; remove label, or use label-feature for TFRecords, tars and Parquet files"
                                    .formatted(data))
                    .about("label", "label-feature");
        });
    }

    private static boolean isList(String data) {
        return DatasetMixture.parse(data)
                .map(mixture -> mixture.sources().stream().anyMatch(source -> Datasets.isList(source.data())))
                .orElseGet(() -> Datasets.isList(data));
    }

    private static void refuse(Plan plan, List<String> names, String whose, String data) {
        for (String name : names) {
            var key = PlanKey.named(name);
            if (key.isGiven(plan)) {
                throw new StokerException("%s is for %s, and %s is %s; remove %s"
                                .formatted(name, whose, plan.data().data(), data, name))
                        .about(name);
            }
        }
    }

    private static TableSettings settings(Plan plan) {
        return new TableSettings(
                plan.data().label().value(),
                plan.data().columns().value().map(TableLoader::columns),
                plan.data().validationChoice(),
                new Seed(plan.run().seed()).forPurpose("holdout"),
                plan.inputPipeline().skipCorrupt(),
                plan.labelFormat());
    }

    private static ConfigNode columns(String text) {
        return YamlReader.isFile(text)
                ? YamlReader.read(Path.of(text), "feature column file")
                : YamlReader.parse(text, "columns");
    }

    /** The plan with what was measured in the table, so that a resumed or repeated run does not measure again. */
    public static Plan resolved(Plan plan, TableDataset table) {
        return plan.with(plan.data().withColumns(table.label(), YamlWriter.line(table.definition())));
    }
}
