package dev.stoker.data.internal.source;

import dev.stoker.data.RecordParser;
import dev.stoker.data.file.FilePattern;
import dev.stoker.data.internal.node.Node;
import dev.stoker.data.record.RecordShards;
import dev.stoker.data.record.RecordStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds shards and decides how to read them: by number if all of them allow it. */
public final class RecordSource {
    private static final String SHARD_NAMES = "*.tfrecord{,.gz}";

    private RecordSource() {}

    public static List<Path> shards(String pattern) {
        return FilePattern.files(pattern, RecordShards.KIND);
    }

    /** A shard, or the shards of a folder. */
    public static List<Path> shards(Path path) {
        return Files.isDirectory(path) ? FilePattern.files(path, SHARD_NAMES, RecordShards.KIND) : List.of(path);
    }

    public static <T> Node<T> of(List<Path> paths, RecordParser<T> parser) {
        if (paths.stream().anyMatch(RecordStream::isGzipped)) {
            return new StreamedRecordSource<>(paths, parser);
        }
        var shards = RecordShards.of(paths);
        return new IndexedSource<>(
                "records " + shards.count(), shards.count(), new IndexedRecordReader<>(shards, parser));
    }
}
