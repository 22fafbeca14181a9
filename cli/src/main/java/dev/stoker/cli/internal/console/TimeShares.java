package dev.stoker.cli.internal.console;

import dev.stoker.train.TimeBreakdown;
import dev.stoker.train.TimeShare;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The time breakdown in percent, as text. */
final class TimeShares {
    /** What would be shown as 0 %. */
    private static final double NEGLIGIBLE = 0.005;

    private TimeShares() {}

    /** Largest first, without those that round to 0 %. */
    static String text(TimeBreakdown time) {
        return notable(time).map(share -> text(time, share)).collect(Collectors.joining(", "));
    }

    /** What costs most besides the steps themselves. */
    static Optional<String> largestBesidesCompute(TimeBreakdown time) {
        return notable(time)
                .filter(share -> share != TimeShare.COMPUTE)
                .map(share -> text(time, share))
                .findFirst();
    }

    private static Stream<TimeShare> notable(TimeBreakdown time) {
        return Arrays.stream(TimeShare.values())
                .filter(share -> time.share(share) >= NEGLIGIBLE)
                .sorted(Comparator.comparingDouble((TimeShare share) -> -time.share(share)));
    }

    private static String text(TimeBreakdown time, TimeShare share) {
        String text = "%s %.0f %%".formatted(share.label(), 100 * time.share(share));
        return share == TimeShare.COMMUNICATION ? text + slowest(time) : text;
    }

    /** Of rank 0, which speaks. */
    private static String slowest(TimeBreakdown time) {
        double straggler = time.stragglerShare(0);
        return straggler < NEGLIGIBLE ? "" : " (%.0f %% for rank %d)".formatted(100 * straggler, time.slowestRank());
    }
}
