package dev.stoker.distribute.coordination;

import dev.stoker.core.PrintableText;
import dev.stoker.core.StokerException;
import java.time.Duration;

/**
 * Why training on all ranks is over: what became of one of them.
 *
 * @param sentence says all of it, to be shown as it is
 */
public record RankFailure(int rank, String host, long processId, Kind kind, String sentence) {
    /** A reason longer than this is cut. */
    private static final int LONGEST_REASON = 4_000;

    /** How the failure was noticed. */
    public enum Kind {
        /** Its connection ended without a goodbye. */
        DIED,
        /** It was silent for longer than it may be. */
        HUNG,
        /** It gave the reason itself. */
        SAID
    }

    static RankFailure died(MemberInfo member) {
        return of(
                member,
                Kind.DIED,
                "%s died: its connection ended without a goodbye; its own output or the log of its host (out of memory?) says why"
                        .formatted(member));
    }

    static RankFailure hung(MemberInfo member, Duration silence) {
        return of(
                member,
                Kind.HUNG,
                "%s has been silent for %s; it hangs, or the network to its host is interrupted"
                        .formatted(member, Seconds.of(silence)));
    }

    static RankFailure said(MemberInfo member, String reason) {
        String printable = PrintableText.of(reason);
        String cut = printable.length() > LONGEST_REASON ? printable.substring(0, LONGEST_REASON) + "…" : printable;
        return of(member, Kind.SAID, "%s failed: %s".formatted(member, cut));
    }

    private static RankFailure of(MemberInfo member, Kind kind, String sentence) {
        return new RankFailure(member.rank(), member.host(), member.processId(), kind, sentence);
    }

    /** The same, to be thrown. */
    public StokerException exception() {
        return new StokerException(sentence);
    }
}
