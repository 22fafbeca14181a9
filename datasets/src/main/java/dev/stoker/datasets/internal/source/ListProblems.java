package dev.stoker.datasets.internal.source;

import dev.stoker.core.StokerException;
import dev.stoker.data.file.FileList;
import dev.stoker.data.file.FileListEntry;
import java.util.Optional;

/** Lines of a list that cannot be used: the first is named, the others are counted. */
final class ListProblems {
    private Optional<String> place = Optional.empty();
    private String problem = "";
    private String remedy = "";
    private int others;

    void add(FileList list, FileListEntry line, String what, String how) {
        if (place.isPresent()) {
            others++;
            return;
        }
        place = Optional.of("%s, line %d".formatted(list.list(), line.line()));
        problem = what;
        remedy = how;
    }

    void refuse() {
        if (place.isPresent()) {
            throw new StokerException("%s: %s%s; %s".formatted(place.get(), problem, more(), remedy));
        }
    }

    private String more() {
        return others == 0 ? "" : ", and %,d more %s like it".formatted(others, others == 1 ? "line is" : "lines are");
    }
}
