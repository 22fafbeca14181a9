package dev.stoker.data;

import dev.stoker.data.file.FilePattern;
import dev.stoker.data.record.RecordShards;
import dev.stoker.data.record.RecordStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds shards and decides how to read them: by number if all of them allow it. */
final class RecordSource {
    private static final String SHARD_NAMES = "*.tfrecord{,.gz}";

    private RecordSource() {}

    static List<Path> shards(String pattern) {
        return FilePattern.files(pattern, RecordShards.KIND);
    }

    /** A shard, or the shards of a folder. */
    static List<Path> shards(Path path) {
        return Files.isDirectory(path) ? FilePattern.files(path, SHARD_NAMES, RecordShards.KIND) : List.of(path);
    }

    static <T> Node<T> of(List<Path> paths, RecordParser<T> parser) {
        if (paths.stream().anyMatch(RecordStream::isPacked)) {
            return new StreamedRecords<>(paths, parser);
        }
        var shards = RecordShards.of(paths);
        return new IndexedSource<>("records " + shards.count(), shards.count(), new IndexedRecords<>(shards, parser));
    }
}
