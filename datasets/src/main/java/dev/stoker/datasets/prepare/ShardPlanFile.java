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

/** What an unfinished set is being made of, by which a later run knows whether it may go on. */
final class ShardPlanFile {
    /** The key of the fingerprint of all images; it has nothing to tell people. */
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
        return settings.isEmpty()
                ? "of images that have changed since (files were added, removed or written)"
                : "with other settings (" + settings + ")";
    }
}
