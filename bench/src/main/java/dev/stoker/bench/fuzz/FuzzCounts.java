package dev.stoker.bench.fuzz;

/** How many files of one format were accepted and refused. */
public record FuzzCounts(long accepted, long refused) {
    static final FuzzCounts NONE = new FuzzCounts(0, 0);

    FuzzCounts plus(FuzzCounts more) {
        return new FuzzCounts(accepted + more.accepted, refused + more.refused);
    }
}
