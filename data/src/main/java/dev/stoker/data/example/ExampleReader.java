package dev.stoker.data.example;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads examples into rows. For one thread. */
public final class ExampleReader {
    private static final int MOST_NAMES_LISTED = 20;
    private static final int LONGEST_NAME_LISTED = 100;

    private final ProtobufReader wire = new ProtobufReader();

    /** Fills the row from a payload; after a failure the row has no meaning. */
    public void read(MemorySegment payload, ExampleRow row) {
        row.clear();
        wire.start(payload);
        ExampleEntries.visit(wire, (keyStart, keyEnd, start, end) -> {
            var cell = row.find(payload, keyStart, keyEnd);
            if (cell != null) {
                wire.moveTo(start);
                readEntry(cell, end);
            }
        });
        for (FeatureCell cell : row.cells()) {
            if (cell.isMissing()) {
                throw missing(cell.feature().name(), payload);
            }
            cell.check();
        }
    }

    /** A later entry of the same name takes the place of an earlier one. */
    private void readEntry(FeatureCell cell, long end) {
        wire.inside(cell.feature().name());
        cell.clear();
        while (wire.position() < end) {
            int tag = wire.tag(end);
            if (tag == ProtobufTag.VALUE) {
                readFeature(cell, wire.contentEnd(end));
            } else {
                wire.skip(tag, end);
            }
        }
        wire.inside(null);
    }

    private void readFeature(FeatureCell cell, long end) {
        while (wire.position() < end) {
            int tag = wire.tag(end);
            var kind = FeatureKind.ofTag(tag);
            if (kind == null) {
                wire.skip(tag, end);
            } else {
                cell.append(kind, wire, wire.contentEnd(end));
            }
        }
    }

    /** The features of a payload with their kinds, in order; for people, so that very many of them are cut short. */
    public Map<String, FeatureKind> kinds(MemorySegment payload) {
        var kinds = new LinkedHashMap<String, FeatureKind>();
        wire.start(payload);
        ExampleEntries.visit(wire, (keyStart, keyEnd, start, end) -> {
            if (kinds.size() < MOST_NAMES_LISTED) {
                wire.moveTo(start);
                String name = text(payload, keyStart, Math.min(keyEnd - keyStart, LONGEST_NAME_LISTED));
                kind(end).ifPresent(kind -> kinds.put(name, kind));
            }
        });
        return kinds;
    }

    private Optional<FeatureKind> kind(long end) {
        while (wire.position() < end) {
            int tag = wire.tag(end);
            if (tag == ProtobufTag.VALUE) {
                long valueEnd = wire.contentEnd(end);
                return wire.position() < valueEnd
                        ? Optional.ofNullable(FeatureKind.ofTag(wire.tag(valueEnd)))
                        : Optional.empty();
            }
            wire.skip(tag, end);
        }
        return Optional.empty();
    }

    private StokerException missing(String name, MemorySegment payload) {
        var names = namesIn(payload);
        if (names.contains(name)) {
            return new StokerException("feature %s has no list of values".formatted(name));
        }
        return new StokerException("feature %s is missing; the example holds %s%s"
                .formatted(
                        name,
                        names.isEmpty() ? "none" : String.join(", ", names),
                        NameSuggestion.didYouMean(name, names)));
    }

    private Set<String> namesIn(MemorySegment payload) {
        Set<String> names = new LinkedHashSet<>();
        wire.start(payload);
        ExampleEntries.visit(wire, (keyStart, keyEnd, _, _) -> {
            if (names.size() < MOST_NAMES_LISTED) {
                names.add(text(payload, keyStart, Math.min(keyEnd - keyStart, LONGEST_NAME_LISTED)));
            }
        });
        return names;
    }

    private static String text(MemorySegment payload, long start, long length) {
        return new String(payload.asSlice(start, length).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }
}
