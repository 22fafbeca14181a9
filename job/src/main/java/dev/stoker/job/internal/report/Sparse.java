package dev.stoker.job.internal.report;

import java.util.List;
import java.util.stream.IntStream;

/** Leaves out what a drawing cannot show: more points than pixels make a page large and show nothing. */
final class Sparse {
    private static final int MOST = 300;

    private Sparse() {}

    static <T> List<T> of(List<T> values) {
        int every = Math.ceilDiv(values.size(), MOST);
        return every <= 1
                ? values
                : IntStream.range(0, values.size())
                        .filter(i -> i % every == 0 || i == values.size() - 1)
                        .mapToObj(values::get)
                        .toList();
    }
}
