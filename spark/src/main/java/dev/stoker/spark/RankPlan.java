package dev.stoker.spark;

import dev.stoker.distribute.cluster.ClusterProgram;
import dev.stoker.distribute.launch.Host;
import dev.stoker.distribute.launch.LaunchVariables;
import dev.stoker.distribute.launch.Rank;
import dev.stoker.distribute.launch.ResumedCommand;
import dev.stoker.spark.executor.ProcessCommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the ranks of an attempt are started with. */
record RankPlan(ClusterProgram program, int ranks, Duration timeout) {
    private static final String LOOPBACK = "127.0.0.1";

    /** Where a rank is, and a port that is free there. */
    record Place(String host, int freePort) {}

    /** The commands of all ranks, which are at these places. */
    List<ProcessCommand> commands(List<Place> places, Optional<String> run, String marker) {
        var started = run.map(folder -> program.withArguments(ResumedCommand.of(program.arguments(), folder)))
                .orElse(program);
        var variables = new LaunchVariables(
                ranks, masterAddress(places), places.get(0).freePort(), Optional.of(timeout), Optional.empty());
        return located(places).stream()
                .map(rank -> SparkProcess.of(started, variables.of(rank), marker))
                .toList();
    }

    /** The ranks with their numbers on their hosts. */
    static List<Rank> located(List<Place> places) {
        Map<String, Integer> slots = new HashMap<>();
        places.forEach(place -> slots.merge(place.host(), 1, Integer::sum));
        Map<String, Integer> seen = new HashMap<>();
        var ranks = new ArrayList<Rank>();
        for (var place : places) {
            int local = seen.merge(place.host(), 1, Integer::sum) - 1;
            ranks.add(new Rank(ranks.size(), local, new Host(place.host(), slots.getOrDefault(place.host(), 1))));
        }
        return ranks;
    }

    private static String masterAddress(List<Place> places) {
        boolean together = places.stream().map(Place::host).distinct().count() == 1;
        return together ? LOOPBACK : places.get(0).host();
    }
}
