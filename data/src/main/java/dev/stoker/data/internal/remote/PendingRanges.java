package dev.stoker.data.internal.remote;

import dev.stoker.data.storage.StoredObject;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Ranges that are known and not asked for yet, in the order in which they will be needed. Neighbors are found by position. */
final class PendingRanges {
    /** The same bytes may be wanted again later: in the next epoch of a small set. */
    private record Place(long position, long number) implements Comparable<Place> {
        private static final Comparator<Place> ORDER =
                Comparator.comparingLong(Place::position).thenComparingLong(Place::number);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    /**
     * What may be joined.
     *
     * @param bytes length of a request
     * @param gap bytes between two ranges, which are read and thrown away
     * @param ahead bytes that are needed between the first range and one that is joined to it
     */
    record Limits(long bytes, long gap, long ahead) {}

    private record Pending(WantedRange range, Place place, long bytesBefore) {
        long end() {
            return range.position() + range.length();
        }
    }

    private final LinkedHashMap<WantedRange, Pending> order = new LinkedHashMap<>();
    private final Map<StoredObject, NavigableMap<Place, Pending>> byPosition = new HashMap<>();
    private long added;
    private long bytes;

    boolean isEmpty() {
        return order.isEmpty();
    }

    void add(WantedRange range) {
        var pending = new Pending(range, new Place(range.position(), added++), bytes);
        bytes += range.length();
        order.put(range, pending);
        byPosition.computeIfAbsent(range.object(), _ -> new TreeMap<>()).put(pending.place, pending);
    }

    boolean remove(WantedRange range) {
        var pending = order.remove(range);
        if (pending == null) {
            return false;
        }
        var neighbors = neighbors(range);
        neighbors.remove(pending.place);
        if (neighbors.isEmpty()) {
            byPosition.remove(range.object());
        }
        return true;
    }

    /** It is needed now; false where it is not pending. */
    boolean moveToFront(WantedRange range) {
        var pending = order.get(range);
        if (pending != null) {
            order.putFirst(range, pending);
        }
        return pending != null;
    }

    WantedRange first() {
        return order.firstEntry().getKey();
    }

    /** The first range, with neighbors that may be joined to it; they stay pending. */
    JoinedRange join(Limits limits) {
        var first = order.firstEntry().getValue();
        var joined = new ArrayDeque<Pending>(List.of(first));
        var next = after(first.end(), joined, limits);
        while (next != null) {
            joined.addLast(next);
            next = after(next.end(), joined, limits);
        }
        var previous = before(first.range.position(), joined, limits);
        while (previous != null) {
            joined.addFirst(previous);
            previous = before(previous.range.position(), joined, limits);
        }
        return JoinedRange.of(joined.stream().map(Pending::range).toList());
    }

    private @Nullable Pending after(long end, ArrayDeque<Pending> joined, Limits limits) {
        var first = order.firstEntry().getValue();
        var found = neighbors(first.range).ceilingEntry(new Place(end, 0));
        return found != null
                        && found.getKey().position - end <= limits.gap
                        && found.getValue().end() - joined.getFirst().range.position() <= limits.bytes
                        && isNear(first, found.getValue(), limits)
                ? found.getValue()
                : null;
    }

    private @Nullable Pending before(long start, ArrayDeque<Pending> joined, Limits limits) {
        var first = order.firstEntry().getValue();
        var neighbors = neighbors(first.range);
        var latest = neighbors.lowerKey(new Place(start, 0));
        if (latest == null) {
            return null;
        }
        var found = neighbors.ceilingEntry(new Place(latest.position, 0)).getValue();
        boolean fits = found.end() <= start
                && start - found.end() <= limits.gap
                && joined.getLast().end() - latest.position <= limits.bytes;
        return fits && isNear(first, found, limits) ? found : null;
    }

    private static boolean isNear(Pending first, Pending other, Limits limits) {
        return other.bytesBefore + other.range.length() - first.bytesBefore <= limits.ahead
                && other.range.memory().equals(first.range.memory());
    }

    private NavigableMap<Place, Pending> neighbors(WantedRange range) {
        return byPosition.getOrDefault(range.object(), new TreeMap<>());
    }

    void clear() {
        order.clear();
        byPosition.clear();
    }
}
