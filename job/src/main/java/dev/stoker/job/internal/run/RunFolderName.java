package dev.stoker.job.internal.run;

import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.data.yaml.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * What the name of a run folder says.
 *
 * @param started to the second; of a folder that was renamed, when its plan was written
 * @param rest the run's name, and a number where it was not the first of this second
 */
public record RunFolderName(Path folder, LocalDateTime started, String rest) {
    /** The newest first. */
    public static final Comparator<RunFolderName> NEWEST_FIRST = Comparator.comparing(RunFolderName::started)
            .thenComparingInt(RunFolderName::number)
            .thenComparing(RunFolderName::rest)
            .reversed();

    private static final Pattern NAME = Pattern.compile("(\\d{8}-\\d{6})-(.+)");
    private static final Pattern NUMBER = Pattern.compile(".*-(\\d{1,9})");

    public static RunFolderName of(Path folder) {
        String text =
                Objects.requireNonNull(folder.getFileName(), "a run has a name").toString();
        var matcher = NAME.matcher(text);
        if (matcher.matches()) {
            try {
                return new RunFolderName(
                        folder, LocalDateTime.parse(matcher.group(1), RunFolder.WHEN), matcher.group(2));
            } catch (DateTimeParseException _) {
                // digits that are no time
            }
        }
        return new RunFolderName(folder, whenPlanned(folder), text);
    }

    private static LocalDateTime whenPlanned(Path folder) {
        try {
            return LocalDateTime.ofInstant(
                    Files.getLastModifiedTime(RunFolder.plan(folder)).toInstant(), ZoneId.systemDefault());
        } catch (IOException _) {
            return LocalDateTime.MIN; // it was deleted meanwhile
        }
    }

    private int number() {
        var matcher = NUMBER.matcher(rest);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 1;
    }

    /** Whether the run was given this name. A number at the end may belong to it or not, so the plan is asked. */
    public boolean isOf(String name) {
        return rest.equals(name) || (rest.matches(Pattern.quote(name) + "-\\d+") && name.equals(nameInPlan()));
    }

    private String nameInPlan() {
        try {
            return YamlReader.readMapping(RunFolder.plan(folder), "plan")
                                    .entries()
                                    .get("name")
                            instanceof ConfigNode.Scalar(String text, int _)
                    ? text
                    : "";
        } catch (StokerException _) {
            return ""; // a damaged plan has no name
        }
    }
}
