package dev.stoker.bench.fuzz;

import dev.stoker.bench.internal.format.FuzzTargets;
import java.util.ArrayList;
import java.util.List;

/** Which format an input has, by its number: formats take turns, as often as their weights say. */
record FormatSchedule(List<String> formats, int[] turns) {

    static FormatSchedule of(List<String> formats) {
        var turns = new ArrayList<Integer>();
        int most = formats.stream().mapToInt(FuzzTargets::weight).max().orElse(1);
        for (int round = 0; round < most; round++) {
            for (int format = 0; format < formats.size(); format++) {
                if (round < FuzzTargets.weight(formats.get(format))) {
                    turns.add(format);
                }
            }
        }
        return new FormatSchedule(
                List.copyOf(formats), turns.stream().mapToInt(Integer::intValue).toArray());
    }

    /** The position of the format in the list. */
    int format(long index) {
        return turns[(int) (index % turns.length)];
    }
}
