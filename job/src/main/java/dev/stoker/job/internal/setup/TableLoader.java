package dev.stoker.job.internal.setup;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.core.random.Seed;
import dev.stoker.data.yaml.YamlReader;
import dev.stoker.data.yaml.YamlWriter;
import dev.stoker.datasets.table.TableDataset;
import dev.stoker.datasets.table.TableSettings;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The table of a plan, where its data is one. */
public final class TableLoader {
    /** Keys that mean something to images alone, and to tables alone. */
    private static final List<String> IMAGE_KEYS = List.of(
            "size",
            "whiten",
            "flip",
            "shift",
            "edge",
            "vertical-flip",
            "rotate",
            "translate",
            "scale",
            "shear",
            "rand-augment",
            "random-erasing",
            "brightness",
            "contrast",
            "saturation",
            "hue",
            "grayscale",
            "blur",
            "cutout",
            "augment",
            "resident",
            "mixup",
            "cutmix",
            "tta");

    private static final List<String> TABLE_KEYS = List.of("label", "columns", "holdout", "hidden");

    private TableLoader() {}

    public static Optional<TableDataset> open(Plan plan) {
        boolean isTable = TableDataset.isTable(plan.data().data());
        refuse(plan, isTable ? IMAGE_KEYS : TABLE_KEYS, isTable ? "images" : "tables", isTable ? "a table" : "none");
        if (!isTable) {
            return Optional.empty();
        }
        if (plan.step().precision().isWhole()) {
            throw new StokerException("precision %s would round the codes of a table's columns; use bf16 or fp32"
                    .formatted(plan.step().precision().title()));
        }
        try {
            return Optional.of(YamlReader.inFile(
                    plan.data().columns(), () -> TableDataset.open(plan.data().data(), settings(plan))));
        } catch (CorruptDataException damage) {
            throw new StokerException(
                    "%s; mend the row, or leave out damaged ones with --skip-corrupt N".formatted(damage.getMessage()),
                    damage);
        }
    }

    private static void refuse(Plan plan, List<String> names, String whose, String data) {
        for (String name : names) {
            var key = PlanKey.named(name);
            if (!key.text(plan).equals(key.text(Plan.DEFAULTS))) {
                throw new StokerException("%s is for %s, and %s is %s; leave --%s out"
                        .formatted(name, whose, plan.data().data(), data, name));
            }
        }
    }

    private static TableSettings settings(Plan plan) {
        return new TableSettings(
                plan.data().label().value(),
                plan.data().columns().value().map(TableLoader::columns),
                plan.data().holdout(),
                new Seed(plan.run().seed()).forPurpose("holdout"),
                plan.inputPipeline().skipCorrupt());
    }

    private static ConfigNode columns(String text) {
        return YamlReader.isFile(text)
                ? YamlReader.read(Path.of(text), "feature column file")
                : YamlReader.parse(text, "columns");
    }

    /** With what was measured, so that a run that is resumed or repeated measures nothing again. */
    public static Plan resolved(Plan plan, TableDataset table) {
        return plan.with(plan.data().withColumns(table.label(), YamlWriter.line(table.written())));
    }
}
