package dev.stoker.data;

import dev.stoker.data.csv.CsvFile;
import dev.stoker.data.csv.CsvRow;

/** Rows by number; each worker holds a lease of the file. */
record CsvElements(CsvFile file) implements IndexedReader<CsvRow> {
    static Node<CsvRow> source(CsvFile file) {
        return new IndexedSource<>("csv rows " + file.count(), file.count(), new CsvElements(file));
    }

    @Override
    public CsvRow read(long index, Worker worker) {
        worker.scratch(file, file::lease);
        return file.read(index);
    }
}
