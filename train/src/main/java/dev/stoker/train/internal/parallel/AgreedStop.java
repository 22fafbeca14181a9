package dev.stoker.train.internal.parallel;

import dev.stoker.tensor.collective.Communicator;
import dev.stoker.tensor.collective.PendingMaximum;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Whether to stop, asked of all ranks at the same points. What any of them says is known one question later, so that nobody waits
 * for the answer. How long each rank waited for the others travels with it.
 */
public final class AgreedStop implements BooleanSupplier {
    private final BooleanSupplier here;
    private final Communicator communicator;
    private final RankWaits waits;
    private @Nullable PendingMaximum asked;

    public AgreedStop(BooleanSupplier here, Communicator communicator, RankWaits waits) {
        this.here = here;
        this.communicator = communicator;
        this.waits = waits;
    }

    @Override
    public boolean getAsBoolean() {
        boolean stops = joined();
        asked = communicator.startMaximum(question());
        return stops;
    }

    /** First the stop, then a number for each rank: only its own is more than 0, so the maximum has them all. */
    private long[] question() {
        return LongStream.concat(LongStream.of(here.getAsBoolean() ? 1 : 0), Arrays.stream(waits.take()))
                .toArray();
    }

    /** Takes the last answer. */
    public boolean joined() {
        var before = asked;
        asked = null;
        if (before == null) {
            return false;
        }
        var answer = before.join();
        waits.add(Arrays.copyOfRange(answer, 1, answer.length));
        return answer[0] > 0;
    }
}
