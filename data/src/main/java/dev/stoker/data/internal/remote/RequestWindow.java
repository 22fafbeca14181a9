package dev.stoker.data.internal.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How many requests may be under way: as many as bandwidth × latency needs, found while they run. The number doubles with each
 * round trip as long as bytes come faster for it, then it stays. Now and then fewer or more are tried, and kept where they are as
 * fast, or faster. Times are nanoseconds of any clock.
 */
final class RequestWindow {
    static final int FIRST = 16;
    static final int FEWEST = 4;
    static final int MOST = 1024;

    private static final double GROWTH = 1.2;
    private static final double LAST_GROWTH = 1.05;
    private static final int ROUNDS_WITHOUT_GROWTH = 3;

    private static final long PERIOD = 1_000_000_000;
    private static final double LIMITED_SHARE = 0.7;
    private static final double FASTER = 1.05;
    private static final double AS_FAST = 0.98;
    private static final double CHANGED = 0.6;
    private static final int LONGEST_REST = 32;
    private static final int MOST_DECISIONS = 50;

    private enum Phase {
        GROWING,
        SETTLED,
        TRYING
    }

    /** What is known when a request is sent. */
    record Ticket(long number, long at, long deliveredBefore) {}

    private final List<String> decisions = new ArrayList<>();
    private int limit = FIRST;
    private Phase phase = Phase.GROWING;
    private long sent;
    private long delivered;

    /** The first request of this round: its answer ends it. */
    private long roundFrom;

    private int roundLimit = FIRST;
    private double roundRate;
    private boolean roundLimited;
    private int roundsWithoutGrowth;
    private int grownFrom = FIRST;
    private double firstRate;
    private int bestLimit = FIRST;
    private double bestRate;

    private boolean periodOpen;
    private long periodStart;
    private long periodDelivered;
    private int periodAnswers;
    private int periodLimited;

    private int settledLimit = FIRST;
    private double settledRate;
    private boolean fewer = true;
    private int rest = 1;
    private int periodsUntilTrial = 1;

    int limit() {
        return limit;
    }

    /** The best bytes per second so far. */
    double bandwidth() {
        return bestRate;
    }

    /** Whether more requests have been tried, and were no faster. */
    boolean isSettled() {
        return phase != Phase.GROWING;
    }

    List<String> decisions() {
        return List.copyOf(decisions);
    }

    Ticket sent(long now) {
        return new Ticket(sent++, now, delivered);
    }

    /** An answer has come; {@code limited} where more would have been asked for if it had been allowed. */
    void answered(Ticket ticket, long bytes, long now, boolean limited) {
        delivered += bytes;
        if (phase == Phase.GROWING) {
            grow(ticket, now, limited);
        } else {
            measure(ticket, now, limited);
        }
    }

    // ---- growing

    private void grow(Ticket ticket, long now, boolean limited) {
        double rate = (delivered - ticket.deliveredBefore) * 1e9 / Math.max(1, now - ticket.at);
        roundRate = Math.max(roundRate, rate);
        roundLimited |= limited;
        if (limited && roundsWithoutGrowth == 0) {
            limit = Math.min(MOST, limit + 1);
        }
        if (ticket.number >= roundFrom) {
            if (roundLimited) {
                judgeRound();
            }
            beginRound();
        }
    }

    private void beginRound() {
        roundFrom = sent;
        roundLimit = limit;
        roundRate = 0;
        roundLimited = false;
    }

    private void judgeRound() {
        firstRate = firstRate == 0 ? roundRate : firstRate;
        if (roundRate > GROWTH * bestRate && limit < MOST) {
            bestRate = roundRate;
            bestLimit = roundLimit;
            roundsWithoutGrowth = 0;
            return;
        }
        roundsWithoutGrowth++;
        if (roundRate > LAST_GROWTH * bestRate) {
            bestRate = roundRate;
            bestLimit = roundLimit;
        }
        if (roundsWithoutGrowth >= ROUNDS_WITHOUT_GROWTH) {
            settle();
        }
    }

    private void settle() {
        decide("requests %d → %d: %s"
                .formatted(grownFrom, bestLimit, figures(firstRate, bestRate) + "; more were no faster"));
        limit = bestLimit;
        settledLimit = limit;
        phase = Phase.SETTLED;
        settledRate = 0;
        periodsUntilTrial = 1;
        rest = 1;
        closePeriod();
    }

    // ---- settled

    private void measure(Ticket ticket, long now, boolean limited) {
        if (!periodOpen) {
            openPeriod(ticket, now);
            return;
        }
        periodAnswers++;
        periodLimited += limited ? 1 : 0;
        if (now - periodStart < PERIOD || periodAnswers < 2 * limit) {
            return;
        }
        double rate = (delivered - periodDelivered) * 1e9 / (now - periodStart);
        boolean comparable = periodLimited >= LIMITED_SHARE * periodAnswers;
        closePeriod();
        if (phase == Phase.TRYING) {
            judgeTrial(rate, comparable);
        } else if (comparable) {
            judgePeriod(rate);
        }
    }

    /** Answers to what was asked for before a change do not count. */
    private void openPeriod(Ticket ticket, long now) {
        if (ticket.number < roundFrom) {
            return;
        }
        periodOpen = true;
        periodStart = now;
        periodDelivered = delivered;
        periodAnswers = 0;
        periodLimited = 0;
    }

    private void closePeriod() {
        periodOpen = false;
        roundFrom = sent;
    }

    private void judgePeriod(double rate) {
        settledRate = rate;
        if (rate < CHANGED * bestRate) {
            decide("requests from %d on: %s, so the storage or the link has changed"
                    .formatted(limit, figures(bestRate, rate)));
            growAgain(rate);
            return;
        }
        bestRate = Math.max(0.9 * bestRate + 0.1 * rate, rate);
        periodsUntilTrial--;
        if (periodsUntilTrial <= 0) {
            limit = fewer ? Math.max(FEWEST, limit * 3 / 4) : Math.min(MOST, limit + Math.max(1, limit / 4));
            phase = limit == settledLimit ? Phase.SETTLED : Phase.TRYING;
            fewer = limit == settledLimit ? !fewer : fewer;
        }
    }

    private void growAgain(double rate) {
        phase = Phase.GROWING;
        grownFrom = limit;
        firstRate = rate;
        bestRate = rate;
        bestLimit = limit;
        roundsWithoutGrowth = 0;
        beginRound();
    }

    private void judgeTrial(double rate, boolean comparable) {
        phase = Phase.SETTLED;
        boolean kept =
                comparable && rate >= (fewer ? AS_FAST * Math.max(settledRate, 0.97 * bestRate) : FASTER * settledRate);
        if (kept) {
            decide("requests %d → %d: %s".formatted(settledLimit, limit, figures(settledRate, rate)));
            settledLimit = limit;
            rest = 1;
        } else {
            limit = settledLimit;
            fewer = !fewer;
            rest = Math.min(LONGEST_REST, 2 * rest);
        }
        periodsUntilTrial = rest;
    }

    private void decide(String decision) {
        if (decisions.size() < MOST_DECISIONS) {
            decisions.add(decision);
        }
    }

    private static String figures(double before, double now) {
        return String.format(Locale.ROOT, "%.1f → %.1f MB/s", before / 1e6, now / 1e6);
    }
}
