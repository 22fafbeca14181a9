package dev.stoker.data;

import dev.stoker.data.csv.CsvFile;
import dev.stoker.data.csv.CsvRow;
import dev.stoker.data.csv.CsvSettings;
import dev.stoker.data.example.ExampleSchema;
import dev.stoker.data.file.FileKind;
import dev.stoker.data.file.FilePattern;
import dev.stoker.data.file.LabeledFile;
import dev.stoker.data.file.LabeledFiles;
import dev.stoker.data.internal.source.CsvRowReader;
import dev.stoker.data.internal.source.ExampleRecordParser;
import dev.stoker.data.internal.source.FilePathReader;
import dev.stoker.data.internal.source.RecordSource;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/**
 * Datasets of records, examples, CSV rows and files. File names and indexes are read when the dataset is created,
 * contents when it is iterated.
 */
public final class FileDatasets {
    private FileDatasets() {}

    /** The records of all TFRecord shards that match, as in {@code dir/train-*.tfrecord}, plain or gzipped. */
    public static Dataset<byte[]> records(String pattern) {
        return records(pattern, (payload, _) -> payload.toArray(ValueLayout.JAVA_BYTE));
    }

    /** Records without a copy of them: the parser sees the worker's buffer. */
    public static <T> Dataset<T> records(String pattern, RecordParser<T> parser) {
        return new Dataset<>(RecordSource.of(RecordSource.shards(pattern), parser));
    }

    /** The records of one shard, or of all shards in a folder. */
    public static Dataset<byte[]> records(Path path) {
        return records(path, (payload, _) -> payload.toArray(ValueLayout.JAVA_BYTE));
    }

    public static <T> Dataset<T> records(Path path, RecordParser<T> parser) {
        return new Dataset<>(RecordSource.of(RecordSource.shards(path), parser));
    }

    /** Records that are tf.train.Examples, each read into the worker's row. */
    public static <T> Dataset<T> examples(String pattern, ExampleSchema schema, ExampleParser<T> parser) {
        return records(pattern, new ExampleRecordParser<>(schema, parser));
    }

    public static <T> Dataset<T> examples(Path path, ExampleSchema schema, ExampleParser<T> parser) {
        return records(path, new ExampleRecordParser<>(schema, parser));
    }

    /** All files that match, sorted by path. */
    public static Dataset<Path> files(String pattern) {
        return new Dataset<>(FilePathReader.source(FilePattern.files(pattern, FileKind.ANY), file -> file));
    }

    /** Files in one folder per class; {@link LabeledFiles#inFolders} says the names of the classes too. */
    public static Dataset<LabeledFile> files(Path folder) {
        return files(LabeledFiles.inFolders(folder, FileKind.ANY));
    }

    /** Files on a list with a label each; {@link LabeledFiles#listed} says the names of the classes too. */
    public static Dataset<LabeledFile> list(Path list) {
        return files(LabeledFiles.listed(list));
    }

    public static Dataset<LabeledFile> files(LabeledFiles files) {
        return new Dataset<>(FilePathReader.source(files.entries(), LabeledFile::file));
    }

    /** Rows of a comma-separated file with a header. */
    public static Dataset<CsvRow> csv(Path file) {
        return csv(file, CsvSettings.DEFAULT);
    }

    public static Dataset<CsvRow> csv(Path file, CsvSettings settings) {
        return new Dataset<>(CsvRowReader.source(CsvFile.open(file, settings)));
    }
}
