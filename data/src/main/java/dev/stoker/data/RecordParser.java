package dev.stoker.data;

import java.lang.foreign.MemorySegment;

/** Parses a record into an element; called by many workers at once. */
@FunctionalInterface
public interface RecordParser<T> {
    /** The payload is in the worker's buffer and is valid during the call only. */
    T parse(MemorySegment payload, Worker worker);
}
