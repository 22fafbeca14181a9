package dev.stoker.train.internal.parallel;

import dev.stoker.tensor.collective.Communicator;
import dev.stoker.tensor.collective.PendingMaximum;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether to stop, asked of all ranks at the same points. What any of them says is known one question later, so that nobody waits
 * for the answer.
 */
public final class AgreedStop implements BooleanSupplier {
    private final BooleanSupplier here;
    private final Communicator communicator;
    private @Nullable PendingMaximum asked;

    public AgreedStop(BooleanSupplier here, Communicator communicator) {
        this.here = here;
        this.communicator = communicator;
    }

    @Override
    public boolean getAsBoolean() {
        boolean stops = joined();
        asked = communicator.startMaximum(here.getAsBoolean() ? 1 : 0);
        return stops;
    }

    /** Takes the last answer. */
    public boolean joined() {
        var before = asked;
        asked = null;
        return before != null && before.join()[0] > 0;
    }
}
