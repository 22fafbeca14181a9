package dev.stoker.data.internal.source;

import dev.stoker.data.IndexedReader;
import dev.stoker.data.Worker;
import dev.stoker.data.csv.CsvFile;
import dev.stoker.data.csv.CsvRow;
import dev.stoker.data.internal.node.Node;

/** Rows by number; each worker holds a lease of the file. */
public record CsvRowReader(CsvFile file) implements IndexedReader<CsvRow> {
    public static Node<CsvRow> source(CsvFile file) {
        return new IndexedSource<>("csv rows " + file.count(), file.count(), new CsvRowReader(file));
    }

    @Override
    public CsvRow read(long index, Worker worker) {
        worker.scratch(file, file::lease);
        return file.read(index);
    }
}
