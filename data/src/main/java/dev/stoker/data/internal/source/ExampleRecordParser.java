package dev.stoker.data.internal.source;

import dev.stoker.data.ExampleParser;
import dev.stoker.data.RecordParser;
import dev.stoker.data.Worker;
import dev.stoker.data.example.ExampleReader;
import dev.stoker.data.example.ExampleRow;
import dev.stoker.data.example.ExampleSchema;
import java.lang.foreign.MemorySegment;

/** Reads records as examples, into one row per worker. */
public record ExampleRecordParser<T>(ExampleSchema schema, ExampleParser<T> parser) implements RecordParser<T> {
    @Override
    public T parse(MemorySegment payload, Worker worker) {
        var reading = worker.scratch(this, () -> new Reading(schema));
        reading.reader.read(payload, reading.row);
        return parser.parse(reading.row, worker);
    }

    /** What one worker needs to read. */
    private static final class Reading implements AutoCloseable {
        private final ExampleReader reader = new ExampleReader();
        private final ExampleRow row;

        Reading(ExampleSchema schema) {
            row = new ExampleRow(schema);
        }

        @Override
        public void close() {}
    }
}
