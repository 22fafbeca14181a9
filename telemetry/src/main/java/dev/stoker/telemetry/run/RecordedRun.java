package dev.stoker.telemetry.run;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a run, of any version, under way or not. Every method reads what is in the folder now and takes no lock.
 *
 * @param started to the second; of a folder that was renamed, when its plan was written
 * @param rest of the folder's name: the run's name, and a number where it was not the first of this second
 */
public record RecordedRun(Path folder, LocalDateTime started, String rest) {
    /** The newest first. */
    public static final Comparator<RecordedRun> NEWEST_FIRST = Comparator.comparing(RecordedRun::started)
            .thenComparingInt(RecordedRun::number)
            .thenComparing(RecordedRun::rest)
            .reversed();

    private static final String PLAN = "plan.yaml";
    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
    private static final Pattern NAME = Pattern.compile("(\\d{8}-\\d{6})-(.+)");
    private static final Pattern NUMBER = Pattern.compile(".*-(\\d{1,9})");

    /** Whether a run has written its plan into the folder. */
    public static boolean isRun(Path folder) {
        return Files.isRegularFile(folder.resolve(PLAN));
    }

    public static RecordedRun of(Path folder) {
        String text = nameOf(folder);
        var matcher = NAME.matcher(text);
        if (matcher.matches()) {
            try {
                return new RecordedRun(folder, LocalDateTime.parse(matcher.group(1), WHEN), matcher.group(2));
            } catch (DateTimeParseException _) {
                // digits that are no time
            }
        }
        return new RecordedRun(folder, whenPlanned(folder), text);
    }

    private static LocalDateTime whenPlanned(Path folder) {
        try {
            return LocalDateTime.ofInstant(
                    Files.getLastModifiedTime(folder.resolve(PLAN)).toInstant(), ZoneId.systemDefault());
        } catch (IOException _) {
            return LocalDateTime.MIN; // it was deleted meanwhile
        }
    }

    private static String nameOf(Path folder) {
        return Objects.requireNonNull(folder.getFileName(), "a run has a name").toString();
    }

    private int number() {
        var matcher = NUMBER.matcher(rest);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 1;
    }

    /** The name of the folder. */
    public String name() {
        return nameOf(folder);
    }

    /** Whether the run was given this name. A number at the end may belong to it or not, so the plan is asked. */
    public boolean isNamed(String name) {
        return rest.equals(name) || (rest.matches(Pattern.quote(name) + "-\\d+") && name.equals(nameInPlan()));
    }

    private String nameInPlan() {
        try {
            return plan().getOrDefault("name", "");
        } catch (StokerException _) {
            return ""; // a damaged plan has no name
        }
    }

    /**
     * Keys and values of the plan as texts, in the order of the file; {@code layers.0.kind} is within a list of mappings.
     *
     * @throws StokerException where the plan is gone or damaged
     */
    public Map<String, String> plan() {
        return PlanText.read(folder.resolve(PLAN));
    }

    /** What became of the run; its final weights say so of runs that have no state.json yet. */
    public RunState state() {
        return StateFile.state(StateFile.fields(folder.resolve("state.json")))
                .orElseGet(
                        () -> Files.exists(folder.resolve("model.safetensors")) ? RunState.FINISHED : RunState.STOPPED);
    }

    /** Why the run failed. */
    public Optional<String> reason() {
        return StateFile.fields(folder.resolve("state.json")).get("reason") instanceof String text
                ? Optional.of(text)
                : Optional.empty();
    }

    /** The process of this run or of another, as state.json names it, since numbers are given again. */
    public static String startOf(ProcessHandle process) {
        return StateFile.started(process);
    }

    /** What the run resulted in; empty before its end, and in runs from before there was result.json. */
    public Map<String, @Nullable Object> result() {
        return StateFile.fields(folder.resolve("result.json"));
    }

    /** The machine and the versions; empty in runs from before there was environment.json. */
    public Map<String, @Nullable Object> environment() {
        return StateFile.fields(folder.resolve("environment.json"));
    }

    public MetricsReader metrics() {
        return new MetricsReader(folder.resolve("metrics.jsonl"));
    }

    /** Samples of the processors, the memory and the GPUs while the run was under way. */
    public MetricsReader utilization() {
        return new MetricsReader(folder.resolve("utilization.jsonl"));
    }

    /** Empty where the run has written no such file. */
    public Optional<Path> file(String name) {
        Path file = folder.resolve(name);
        return Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
    }

    /** When metrics, or else the plan, were written last; empty where the run has vanished. */
    public Optional<Instant> lastModified() {
        for (String name : new String[] {"metrics.jsonl", PLAN}) {
            try {
                return Optional.of(
                        Files.getLastModifiedTime(folder.resolve(name)).toInstant());
            } catch (IOException _) {
                // not there, or not anymore
            }
        }
        return Optional.empty();
    }
}
