package dev.stoker.job.plan;

import dev.stoker.data.yaml.YamlReader;
import dev.stoker.datasets.DatasetMixture;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.catalog.DatasetCard;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Values of a plan that name files to read: data, weights, and files of layers or columns. Where a run writes to, runs and
 * cache, is relative to the working directory, whatever file says it.
 */
public final class PlanPaths {
    private PlanPaths() {}

    /**
     * A value in a plan file, as the working directory has it: what exists beside the file is meant, and otherwise what the
     * working directory holds, which is also where names of datasets are left.
     */
    static String inFile(Path planFile, String key, String text) {
        Path folder = planFile.toAbsolutePath().getParent();
        if (folder == null || folder.equals(Path.of("").toAbsolutePath())) {
            return text;
        }
        return replaced(
                key,
                text,
                path -> Optional.of(path)
                        .filter(found -> !found.isAbsolute())
                        .map(planFile::resolveSibling)
                        .filter(Files::exists)
                        .map(Path::toString));
    }

    /** The plan with absolute paths, so that it means the same in any working directory. */
    public static Plan absolute(Plan plan) {
        Plan changed = plan;
        for (var key : PlanKey.all()) {
            String text = key.text(plan);
            String absolute = replaced(
                    key.name(),
                    text,
                    path -> Optional.of(path).filter(Files::exists).map(PlanPaths::absolute));
            if (!absolute.equals(text)) {
                changed = key.set(changed, absolute);
            }
        }
        return changed;
    }

    /** The value with another text for its path, where it is one and there is another; data may be several of them. */
    private static String replaced(String key, String text, Function<Path, Optional<String>> other) {
        UnaryOperator<String> one = value -> path(key, value).flatMap(other).orElse(value);
        return key.equals("data") ? DatasetMixture.replaceNames(text, one) : one.apply(text);
    }

    /** Two dots after a symbolic link lead elsewhere than without it. */
    private static String absolute(Path path) {
        Path absolute = path.toAbsolutePath();
        return (path.toString().contains("..") ? absolute : absolute.normalize()).toString();
    }

    /** The path that a value is; empty for a name, for layers or columns within the plan, and for no value. */
    private static Optional<Path> path(String key, String text) {
        boolean path = switch (key) {
            case "data" -> !isName(text);
            case "model", "columns", "auto-augment" -> YamlReader.isFile(text) && !YamlReader.isInline(text);
            default -> PlanKey.find(key).filter(PlanKey::isPath).isPresent();
        };
        return path && !text.isBlank() ? parsed(text) : Optional.empty();
    }

    private static boolean isName(String data) {
        return data.equals(Datasets.BUILT_IN)
                || parsed(data)
                        .filter(name -> DatasetCard.isIn(Datasets.FETCHED.resolve(name)))
                        .isPresent();
    }

    private static Optional<Path> parsed(String text) {
        try {
            return Optional.of(Path.of(text));
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }
}
