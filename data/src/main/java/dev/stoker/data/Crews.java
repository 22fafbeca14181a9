package dev.stoker.data;

import java.util.ArrayList;
import java.util.List;

/** The crews of an iteration: usually one, several where data sets are walked side by side or one behind the other. */
final class Crews {
    private final List<Crew<?>> working = new ArrayList<>();
    private final List<String> decisionsBefore = new ArrayList<>();
    private final Meters before = new Meters();

    synchronized <P> Crew<P> joined(Crew<P> crew) {
        working.add(crew);
        return crew;
    }

    /** What a crew did stays on record. */
    synchronized void left(Crew<?> crew) {
        if (working.remove(crew)) {
            decisionsBefore.addAll(crew.tuner().decisions());
            before.add(crew.meters());
        }
    }

    synchronized int workers() {
        return working.stream().mapToInt(crew -> crew.tuner().workers()).sum();
    }

    synchronized List<String> decisions() {
        var all = new ArrayList<>(decisionsBefore);
        working.forEach(crew -> all.addAll(crew.tuner().decisions()));
        return all;
    }

    List<StageStatistics> statistics() {
        return statistics(new Meters());
    }

    /** With what somebody else has measured. */
    synchronized List<StageStatistics> statistics(Meters others) {
        var all = new Meters();
        all.add(before);
        all.add(others);
        working.forEach(crew -> all.add(crew.meters()));
        return all.statistics();
    }
}
