package dev.stoker.job;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.Seed;
import dev.stoker.core.StokerException;
import dev.stoker.core.Tree;
import dev.stoker.datasets.table.Table;
import dev.stoker.datasets.table.TableSettings;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanKey;
import dev.stoker.job.yaml.Yaml;
import dev.stoker.job.yaml.YamlText;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The table of a plan, where its data is one. */
final class PlannedTable {
    /** Keys that mean something to pictures alone, and to tables alone. */
    private static final List<String> OF_PICTURES = List.of(
            "size",
            "whiten",
            "flip",
            "shift",
            "edge",
            "rotate",
            "brightness",
            "contrast",
            "saturation",
            "hue",
            "grey",
            "blur",
            "cutout",
            "augment",
            "resident",
            "mixup",
            "cutmix",
            "tta");

    private static final List<String> OF_TABLES = List.of("label", "columns", "holdout", "hidden");

    private PlannedTable() {}

    static Optional<Table> open(Plan plan) {
        boolean isTable = Table.isTable(plan.source().data());
        refuse(plan, isTable ? OF_PICTURES : OF_TABLES, isTable ? "pictures" : "tables", isTable ? "a table" : "none");
        if (!isTable) {
            return Optional.empty();
        }
        if (plan.step().precision().isWhole()) {
            throw new StokerException("precision %s would round the codes of a table's columns; use bf16 or fp32"
                    .formatted(plan.step().precision().title()));
        }
        try {
            return Optional.of(Table.open(plan.source().data(), settings(plan)));
        } catch (CorruptDataException damage) {
            throw new StokerException(
                    "%s; mend the row, or leave out damaged ones with --skip-corrupt N".formatted(damage.getMessage()),
                    damage);
        } catch (StokerException wrong) {
            throw Yaml.isFile(plan.source().columns())
                            && String.valueOf(wrong.getMessage()).startsWith("line ")
                    ? new StokerException("%s, %s".formatted(plan.source().columns(), wrong.getMessage()), wrong)
                    : wrong;
        }
    }

    private static void refuse(Plan plan, List<String> names, String whose, String data) {
        for (String name : names) {
            var key = PlanKey.named(name);
            if (!key.text(plan).equals(key.text(Plan.DEFAULTS))) {
                throw new StokerException("%s is for %s, and %s is %s; leave --%s out"
                        .formatted(name, whose, plan.source().data(), data, name));
            }
        }
    }

    private static TableSettings settings(Plan plan) {
        return new TableSettings(
                plan.source().label().equals(Plan.AUTO)
                        ? Optional.empty()
                        : Optional.of(plan.source().label()),
                columns(plan.source().columns()),
                plan.source().holdout(),
                new Seed(plan.run().seed()).forPurpose("holdout"),
                plan.input().skipCorrupt());
    }

    private static Optional<Tree> columns(String text) {
        if (text.equals(Plan.AUTO)) {
            return Optional.empty();
        }
        return Optional.of(
                Yaml.isFile(text) ? Yaml.read(Path.of(text), "description of columns") : Yaml.parse(text, "columns"));
    }

    /** With what was measured, so that a run that is resumed or repeated measures nothing again. */
    static Plan settled(Plan plan, Table table) {
        return plan.with("label", table.label()).with("columns", YamlText.line(table.written()));
    }
}
