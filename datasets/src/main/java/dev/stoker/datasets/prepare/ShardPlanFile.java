package dev.stoker.datasets.prepare;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The plan of an unfinished preparation, by which a later run decides whether it can resume. */
final class ShardPlanFile {
    /** The key of the fingerprint of all images, which is not shown to users. */
    static final String IMAGES = "images";

    private ShardPlanFile() {}

    static void write(Path file, Map<String, String> plan) {
        AtomicFile.write(
                file,
                plan.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
                        .collect(Collectors.joining()));
    }

    static Optional<Map<String, String>> read(Path file) {
        try {
            var plan = new LinkedHashMap<String, String>();
            for (String line : Files.readAllLines(file)) {
                int sign = line.indexOf('=');
                plan.put(line.substring(0, Math.max(0, sign)), line.substring(sign + 1));
            }
            return Optional.of(plan);
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }

    static String difference(Map<String, String> before, Map<String, String> now) {
        String settings = now.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(IMAGES))
                .filter(entry -> !entry.getValue().equals(before.get(entry.getKey())))
                .map(entry ->
                        "%s was %s, is %s".formatted(entry.getKey(), before.get(entry.getKey()), entry.getValue()))
                .collect(Collectors.joining("; "));
        if (!settings.isEmpty()) {
            return "with other settings (" + settings + ")";
        }
        return before.containsKey(IMAGES)
                ? "of images that have changed since (files were added, removed or written)"
                : "by another version of Stoker";
    }
}
