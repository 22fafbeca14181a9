package dev.stoker.data.internal.source;

import dev.stoker.data.RecordParser;
import dev.stoker.data.internal.node.Compilation;
import dev.stoker.data.internal.node.Node;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.SimpleCursor;
import dev.stoker.data.internal.pipeline.StateReader;
import dev.stoker.data.internal.pipeline.StateWriter;
import dev.stoker.data.internal.pipeline.Streamed;
import dev.stoker.data.internal.pipeline.WorkerState;
import dev.stoker.data.record.RecordStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shards of which one at least is gzipped: records from front to back. */
record StreamedRecordSource<T>(List<Path> shards, RecordParser<T> parser) implements Node<T> {
    @Override
    public PipelineStage<T> compile(Compilation compilation) {
        Streamed<T> stage = (_, epoch, state) -> new SourceCursor<>(this, epoch, state);
        return compilation.annotated(this, "a stream, read by one thread: gzip has no random access", stage);
    }

    @Override
    public String title() {
        return "records of %d shards".formatted(shards.size());
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of();
    }

    /** One shard is open at a time. Resumes in the shard where it stopped, by skipping the records that were given. */
    private static final class SourceCursor<T> extends SimpleCursor<T> {
        private final StreamedRecordSource<T> source;
        private final long epoch;
        private final WorkerState worker = new WorkerState();
        private int shard;
        private long givenOfShard;
        private long given;
        private @Nullable RecordStream stream;

        SourceCursor(StreamedRecordSource<T> source, long epoch, StateReader state) {
            this.source = source;
            this.epoch = epoch;
            shard = (int) state.next();
            givenOfShard = state.next();
            given = state.next();
        }

        @Override
        public boolean advance() {
            while (shard < source.shards.size()) {
                var records = opened();
                if (records.next()) {
                    give(parsed(records));
                    givenOfShard++;
                    given++;
                    return true;
                }
                closeShard();
                shard++;
                givenOfShard = 0;
            }
            return false;
        }

        private RecordStream opened() {
            if (stream == null) {
                stream = RecordStream.open(source.shards.get(shard));
                for (long i = 0; i < givenOfShard && stream.next(); i++) {}
            }
            return stream;
        }

        private T parsed(RecordStream records) {
            worker.at(epoch, given);
            try {
                return source.parser.parse(records.payload(), worker);
            } catch (RuntimeException failure) {
                throw RecordFailure.at(records.place(), failure);
            }
        }

        private void closeShard() {
            if (stream != null) {
                stream.close();
                stream = null;
            }
        }

        @Override
        public void save(StateWriter state) {
            state.add(shard).add(givenOfShard).add(given);
        }

        @Override
        public void close() {
            try (worker) {
                closeShard();
            }
        }
    }
}
