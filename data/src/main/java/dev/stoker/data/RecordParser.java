package dev.stoker.data;

import java.lang.foreign.MemorySegment;

/** Makes an element of a record; called by many workers at once. */
@FunctionalInterface
public interface RecordParser<T> {
    /** The payload lies in the worker's buffer and is valid during the call only. */
    T parse(MemorySegment payload, Worker worker);
}
