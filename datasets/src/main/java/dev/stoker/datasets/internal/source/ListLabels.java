package dev.stoker.datasets.internal.source;

import dev.stoker.data.file.FileList;
import dev.stoker.data.file.FileListEntry;
import dev.stoker.data.label.Targets;
import dev.stoker.datasets.ImageSourceSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What the labels of lists stand for. */
interface ListLabels {
    /** An entry and the list that it is from. */
    record Entry(FileList list, FileListEntry line) {}

    /** The names of the model's outputs. */
    List<String> names();

    /** The label of an entry as a number; where it has none, the problem is noted, and any number returned. */
    int number(Entry entry);

    /** What the numbers are rows of, when all entries are numbered; empty where they are classes. */
    Optional<Targets> targets();

    /** Those that the settings ask for, as far as entries for training decide it. */
    static ListLabels of(
            ImageSourceSettings settings, Path folder, Path origin, List<Entry> training, ListProblems problems) {
        return switch (settings.labels()) {
            case CLASS -> ClassListLabels.ofOne(folder, origin, training, problems);
            case CLASSES -> ClassListLabels.ofAny(folder, origin, training, problems);
            case PROBABILITIES -> new ProbabilityListLabels(folder, origin, training, problems);
            case NUMBER -> new NumberListLabels(training, problems);
        };
    }
}
