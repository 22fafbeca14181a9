package dev.stoker.job.internal.fingerprint;

import dev.stoker.core.io.Sha256;
import dev.stoker.datasets.DatasetFingerprint;
import dev.stoker.datasets.FileFingerprint;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds classes and files that were added, removed or changed. */
final class DataComparison {
    private static final DateTimeFormatter WHEN =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

    private final DatasetFingerprint now;
    private final List<String> named = new ArrayList<>();
    private long count;
    private long times;

    private DataComparison(DatasetFingerprint now) {
        this.now = now;
    }

    /** Compares line by line first, which needs no memory; only where a line differs all of them are read. */
    static Differences of(FingerprintFile recorded, DatasetFingerprint now) {
        var classes = recorded.read(content -> classes(content.classes(), now.classes()));
        if (recorded.read(content -> isSame(content.files(), now))) {
            return classes;
        }
        return classes.and(new DataComparison(now).files(recorded.read(DataComparison::byName)));
    }

    private static boolean isSame(Stream<String> recorded, DatasetFingerprint now) {
        try (var files = now.files()) {
            var lines = files.map(FingerprintFile::line).iterator();
            var before = recorded.iterator();
            while (before.hasNext() && lines.hasNext()) {
                if (!before.next().equals(lines.next())) {
                    return false;
                }
            }
            return before.hasNext() == lines.hasNext();
        }
    }

    private static Differences classes(List<String> before, List<String> now) {
        if (before.equals(now)) {
            return Differences.NONE;
        }
        var changes = new ArrayList<String>();
        now.stream()
                .filter(name -> !before.contains(name))
                .forEach(name -> changes.add("class '%s' is new".formatted(name)));
        before.stream()
                .filter(name -> !now.contains(name))
                .forEach(name -> changes.add("class '%s' is missing".formatted(name)));
        if (changes.isEmpty()) {
            changes.add("the classes are in another order");
        }
        return new Differences(List.of(), Differences.shortened(changes, changes.size()), false);
    }

    private static Map<String, FileFingerprint> byName(FingerprintFile.Content content) {
        var files = new LinkedHashMap<String, FileFingerprint>();
        content.files().map(FingerprintFile::file).forEach(file -> files.put(file.name(), file));
        return files;
    }

    private Differences files(Map<String, FileFingerprint> before) {
        try (var files = now.files()) {
            files.forEach(file -> compare(before.remove(file.name()), file));
        }
        before.keySet().forEach(name -> add("%s is missing".formatted(name)));
        return count == 0
                ? Differences.NONE
                : new Differences(List.of(), Differences.shortened(named, count), times == count);
    }

    private void compare(@Nullable FileFingerprint before, FileFingerprint file) {
        if (before == null) {
            add("%s is new".formatted(file.name()));
        } else if (before.size() != file.size()) {
            add("%s has %,d bytes instead of %,d".formatted(file.name(), file.size(), before.size()));
        } else if (!before.sha256().equals(file.sha256())) {
            add("%s has another checksum".formatted(file.name()));
        } else if (before.records() != file.records()) {
            add("%s has %,d records instead of %,d".formatted(file.name(), file.records(), before.records()));
        } else if (before.modified() != file.modified() && !isConfirmed(file)) {
            times += file.sha256().isEmpty() ? 1 : 0;
            add("%s was changed %s".formatted(file.name(), change(before.modified(), file.modified())));
        }
    }

    /** A manifest says what a shard should hold; a shard with another time is read to see whether it does. */
    private boolean isConfirmed(FileFingerprint file) {
        return !file.sha256().isEmpty()
                && Sha256.of(now.folder().resolve(file.name())).equals(file.sha256());
    }

    private static String change(long before, long now) {
        var was = WHEN.format(instant(before));
        var is = WHEN.format(instant(now));
        return was.equals(is) ? "at %s, within the same second".formatted(is) : "at %s (before: %s)".formatted(is, was);
    }

    private static Instant instant(long nanoseconds) {
        return Instant.EPOCH.plus(nanoseconds, ChronoUnit.NANOS);
    }

    private void add(String difference) {
        count++;
        if (named.size() < Differences.SHOWN) {
            named.add(difference);
        }
    }
}
