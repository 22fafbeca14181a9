package dev.stoker.job.internal.report;

import dev.stoker.telemetry.log.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where a run was trained, from its file; nothing where that is not written yet. */
final class EnvironmentTable {
    private EnvironmentTable() {}

    static Map<String, @Nullable Object> read(Path file) {
        try {
            return JsonReader.read(Files.readString(file));
        } catch (IOException | IllegalArgumentException _) {
            return Map.of();
        }
    }

    /** The number of cores, which utilization is a share of. */
    static int cores(Map<String, @Nullable Object> environment) {
        return environment.get("cores") instanceof Long cores && cores > 0
                ? Math.toIntExact(cores)
                : Runtime.getRuntime().availableProcessors();
    }

    static String of(Map<String, @Nullable Object> environment) {
        var html = new Html()
                .add(
                        "<details><summary>%s, %s cores, %s</summary>",
                        text(environment.get("processor")),
                        text(environment.get("cores")),
                        text(environment.get("host")))
                .markup("<div class='wide'><table class='keys'><tbody>");
        environment.forEach((name, value) ->
                html.add("<tr><th scope='row'>%s</th><td>%s</td></tr>", name.replace('_', ' '), text(value)));
        return html.markup("</tbody></table></div></details>").toString();
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "–";
            case List<?> items ->
                items.isEmpty() ? "–" : items.stream().map(String::valueOf).collect(Collectors.joining(" "));
            case Map<?, ?> fields ->
                fields.entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + entry.getValue())
                        .collect(Collectors.joining(", "));
            default -> value.toString();
        };
    }
}
