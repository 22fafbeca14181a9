package dev.stoker.house.powerloss;

import dev.stoker.core.io.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Cuts a recording after every operation, and builds every state in which the disk may be found then. */
final class PowerLoss {
    /** With more combinations than this, folders are varied one at a time. */
    private static final int MOST_COMBINATIONS = 64;

    /** Looks at a state: the folder that was recorded, and what the product had promised by then. */
    @FunctionalInterface
    interface Inspection {
        void inspect(Path folder, List<String> promises) throws Exception;
    }

    /** How often the power was lost, and how many different states were found. */
    record Count(int cuts, int states) {}

    private final Path scratch;
    private final Inspection inspection;
    private final Set<String> seen = new HashSet<>();
    private final List<String> promises = new ArrayList<>();
    private int cuts;

    private PowerLoss(Path scratch, Inspection inspection) {
        this.scratch = scratch;
        this.inspection = inspection;
    }

    static Count everywhere(List<DiskOperation> operations, Path scratch, Inspection inspection) {
        var loss = new PowerLoss(scratch, inspection);
        var disk = new SimulatedDisk();
        loss.cut(disk, "before the first operation");
        for (int i = 0; i < operations.size(); i++) {
            disk.apply(operations.get(i));
            if (operations.get(i) instanceof DiskOperation.Promise(String text)) {
                loss.promises.add(text);
            }
            loss.cut(
                    disk, "after operation %d of %d, %s".formatted(i + 1, operations.size(), shown(operations.get(i))));
        }
        return new Count(loss.cuts, loss.seen.size());
    }

    private static String shown(DiskOperation operation) {
        return operation instanceof DiskOperation.Write(int node, long offset, byte[] bytes)
                ? "Write[node=%d, offset=%d, bytes=%d]".formatted(node, offset, bytes.length)
                : operation.toString();
    }

    private void cut(SimulatedDisk disk, String when) {
        cuts++;
        for (var names : namesOf(disk)) {
            for (var contents : contentsOf(disk)) {
                var content = disk.content(new SimulatedDisk.Choice(names, contents));
                if (seen.add(promises.size() + fingerprint(content))) {
                    inspect(content, "power lost %s, names %s, contents %s".formatted(when, names, contents));
                }
            }
        }
    }

    private void inspect(Map<String, Optional<byte[]>> content, String when) {
        Path real = scratch.resolve("state");
        try {
            Files.createDirectory(real);
            var state =
                    RecordingFileSystem.record(real, new DiskRecorder(real)); // which forces nothing: that takes time
            write(state, content);
            inspection.inspect(state, List.copyOf(promises));
            delete(real);
        } catch (Exception | AssertionError failure) {
            String listing = content.entrySet().stream()
                    .map(each -> "  %s %s"
                            .formatted(
                                    each.getKey(),
                                    each.getValue()
                                            .map(bytes -> bytes.length + " bytes")
                                            .orElse("/")))
                    .collect(Collectors.joining("\n"));
            throw new AssertionError(
                    "%s, after the promises %s:%n%s%n%s".formatted(when, promises, listing, failure), failure);
        }
    }

    private static void write(Path folder, Map<String, Optional<byte[]>> content) throws IOException {
        for (var entry : content.entrySet()) {
            Path path = folder.resolve(entry.getKey());
            if (entry.getValue().isPresent()) {
                Files.write(path, entry.getValue().get());
            } else {
                Files.createDirectory(path);
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            });
        }
    }

    private static String fingerprint(Map<String, Optional<byte[]>> content) {
        return content.entrySet().stream()
                .map(each -> each.getKey() + each.getValue().map(Sha256::of).orElse("/"))
                .collect(Collectors.joining("|"));
    }

    /** How many of the unforced changes of each folder are there: all combinations, or one folder at a time. */
    private static Set<Map<Integer, Integer>> namesOf(SimulatedDisk disk) {
        var unforced = disk.unforcedNames();
        long combinations =
                unforced.values().stream().mapToLong(count -> count + 1).reduce(1, (a, b) -> a * b);
        var none = unforced.keySet().stream().collect(Collectors.toMap(node -> node, _ -> 0));
        var choices = new LinkedHashSet<Map<Integer, Integer>>(List.of(none, unforced));
        unforced.forEach((folder, count) -> {
            for (var base : combinations <= MOST_COMBINATIONS ? List.copyOf(choices) : List.of(none, unforced)) {
                for (int kept = 0; kept <= count; kept++) {
                    choices.add(changed(base, folder, kept));
                }
            }
        });
        return choices;
    }

    /** The same of all files with unforced writes, or of one of them. */
    private static Set<Map<Integer, SimulatedDisk.Unforced>> contentsOf(SimulatedDisk disk) {
        var files = disk.unforcedFiles();
        var choices = new LinkedHashSet<Map<Integer, SimulatedDisk.Unforced>>();
        for (var unforced : SimulatedDisk.Unforced.values()) {
            choices.add(files.stream().collect(Collectors.toMap(file -> file, _ -> unforced)));
            files.forEach(file -> choices.add(Map.of(file, unforced)));
        }
        return choices;
    }

    private static Map<Integer, Integer> changed(Map<Integer, Integer> base, int folder, int kept) {
        var changed = new TreeMap<>(new HashMap<>(base));
        changed.put(folder, kept);
        return changed;
    }
}
