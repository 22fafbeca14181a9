package dev.stoker.train;

/**
 * How long the steps of one rank waited for others.
 *
 * @param communication seconds in which it waited for gradients, which backward could not hide
 * @param straggler of these, the seconds until the slowest rank was ready: the rest is the exchange itself
 */
public record RankTime(double communication, double straggler) {
    public static final RankTime NONE = new RankTime(0, 0);

    RankTime plus(RankTime more) {
        return new RankTime(communication + more.communication, straggler + more.straggler);
    }

    RankTime minus(RankTime before) {
        return new RankTime(communication - before.communication, straggler - before.straggler);
    }
}
