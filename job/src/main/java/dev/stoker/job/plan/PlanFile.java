package dev.stoker.job.plan;

import dev.stoker.core.PrintableText;
import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.data.yaml.YamlReader;
import dev.stoker.data.yaml.YamlWriter;
import dev.stoker.job.plan.value.MixtureMapping;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;

/** A plan as YAML: a mapping of keys to values, plain except for the few that may hold a tree. */
public final class PlanFile {
    private PlanFile() {}

    /** Reads the file over {@code defaults}; paths of what is read are relative to the file. */
    public static Plan read(Path file, Plan defaults) {
        var texts = YamlReader.inFile(file, () -> texts(YamlReader.readMapping(file, "plan")));
        try {
            refuseRenamed(texts);
            refuseFamiliar(texts.keySet());
            Plan plan = defaults;
            for (var entry : texts.entrySet()) {
                plan = plan.with(entry.getKey(), PlanPaths.inFile(file, entry.getKey(), entry.getValue()));
            }
            return plan;
        } catch (StokerException wrong) {
            throw new StokerException("%s: %s".formatted(file, wrong.getMessage()), wrong);
        }
    }

    private static Map<String, String> texts(ConfigNode.Mapping plan) {
        var texts = new LinkedHashMap<String, String>();
        plan.entries().forEach((key, value) -> texts.put(key, text(key, value)));
        return texts;
    }

    private static String text(String key, ConfigNode value) {
        if (value instanceof ConfigNode.Scalar(String text, int _)) {
            return text;
        }
        if (key.equals("data") && value instanceof ConfigNode.Mapping sources) {
            return MixtureMapping.text(sources);
        }
        if (PlanKey.mayHoldTree(key)) {
            return YamlWriter.line(value);
        }
        throw value.error("'%s' needs one plain value".formatted(key));
    }

    /** A file of an older version has many old names: all of them are named at once. */
    private static void refuseRenamed(Map<String, String> texts) {
        var changes = new ArrayList<String>();
        texts.forEach((key, text) -> {
            RenamedKeys.key(key).ifPresent(now -> changes.add("%s is now called %s".formatted(key, now)));
            RenamedKeys.value(key, text)
                    .ifPresent(now -> changes.add("%s %s is now called %s %s".formatted(key, text, key, now)));
        });
        if (changes.size() > 1) {
            throw new StokerException("names have changed: " + String.join(", ", changes));
        }
    }

    /** Whoever writes one name of another library into a plan writes more. */
    private static void refuseFamiliar(Collection<String> keys) {
        var unknown = new ArrayList<>(keys);
        unknown.removeAll(PlanKey.all().stream().map(PlanKey::name).toList());
        var answers = unknown.stream()
                .flatMap(key -> FamiliarNames.meaning(key)
                        .filter(meaning -> !meaning.keys().isEmpty())
                        .map(meaning -> "%s %s".formatted(key, String.join(" and ", meaning.keys())))
                        .stream())
                .toList();
        if (answers.size() > 1) {
            throw new StokerException("unknown plan keys: Stoker calls " + String.join(", ", answers));
        }
    }

    /** Writes all keys, so that defaults that change later do not change what the file means. */
    public static void write(Path file, Plan plan) {
        write(file, plan, List.of());
    }

    /** With values found for keys that stay on auto, as comments at the end. */
    public static void write(Path file, Plan plan, List<String> found) {
        write(file, plan, Map.of(), found);
    }

    /** With the reasons for the values of some keys, as comments beside them, and other comments at the end. */
    public static void write(Path file, Plan plan, Map<String, String> reasons, List<String> found) {
        var text = new StringBuilder("# Repeat this run: ./stoker train --plan " + file.getFileName() + "\n");
        PlanKey.groups().forEach((heading, keys) -> {
            text.append("\n# ").append(heading).append('\n');
            keys.forEach(key -> text.append(line(key, plan, reasons)));
        });
        if (!found.isEmpty()) {
            text.append('\n');
        }
        found.forEach(sentence -> text.append("# ").append(sentence).append('\n'));
        AtomicFile.write(file, text.toString());
    }

    /** A reason follows the first line of the value. */
    private static String line(PlanKey key, Plan plan, Map<String, String> reasons) {
        String text = YamlWriter.block(key.name(), value(key, plan));
        var reason = reasons.get(key.name());
        return reason == null
                ? text
                : text.replaceFirst("\n", Matcher.quoteReplacement(" # " + PrintableText.of(reason) + "\n"));
    }

    private static ConfigNode value(PlanKey key, Plan plan) {
        String text = key.text(plan);
        return key.holdsTree(plan) ? YamlReader.parse(text, key.name()) : ConfigNode.of(text);
    }
}
