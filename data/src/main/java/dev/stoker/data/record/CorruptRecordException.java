package dev.stoker.data.record;

import dev.stoker.core.CorruptDataException;

/** A record that is corrupt: its checksums do not match, or it is truncated. */
public final class CorruptRecordException extends CorruptDataException {
    private static final long serialVersionUID = 1L;

    private final long index;
    private final long offset;
    private final boolean skippable;

    private CorruptRecordException(Place place, String problem, String remedy) {
        super("%s: record %d at byte %d %s; %s".formatted(place.file, place.index, place.offset, problem, remedy));
        index = place.index;
        offset = place.offset;
        skippable = place.skippable;
    }

    /** The number of the record within its shard, from 0. */
    public long index() {
        return index;
    }

    /** Where the record starts within its shard, unpacked. */
    public long offset() {
        return offset;
    }

    /** Whether the records after this one can still be read. */
    public boolean skippable() {
        return skippable;
    }

    static CorruptRecordException checksum(Place place, String of, int stored, int computed) {
        return corrupt(place, "fails %s (stored %08x, computed %08x)".formatted(of, stored, computed));
    }

    static CorruptRecordException truncated(Place place, long expected, long found) {
        return corrupt(place, "is truncated: %d bytes expected, %d found".formatted(expected, found));
    }

    static CorruptRecordException tooLong(Place place, long length, long largest) {
        return corrupt(
                place,
                "has a length of %s bytes, more than the %d that a record may hold"
                        .formatted(Long.toUnsignedString(length), largest));
    }

    static CorruptRecordException packing(Place place, String reason) {
        return corrupt(place, "cannot be unpacked (%s)".formatted(reason));
    }

    static CorruptRecordException changed(Place place, long length, long indexed) {
        return new CorruptRecordException(
                place,
                "holds %d bytes where %d are expected: the shard has changed since it was opened"
                        .formatted(length, indexed),
                "run again when nothing writes to it");
    }

    static CorruptRecordException replaced(Place place) {
        return new CorruptRecordException(
                place,
                "is another record than the one that was indexed: the shard has changed",
                "delete the indexes of the set, or prepare it again");
    }

    private static CorruptRecordException corrupt(Place place, String problem) {
        if (!place.skippable) {
            return new CorruptRecordException(
                    place, problem, "the records after it cannot be found: prepare the shards again");
        }
        var failure = new CorruptRecordException(place, problem, "prepare the shards again, or skip corrupt records");
        failure.about("skip-corrupt");
        return failure;
    }

    /** Which record, and whether those after it can still be found. */
    record Place(String file, long index, long offset, boolean skippable) {}
}
