package dev.stoker.distribute.coordination;

import dev.stoker.core.StokerException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** What all ranks have in common: who they are, and which failure was the first. */
abstract sealed class Participant implements Coordination permits Coordinator, Member {
    /** How long a last frame may take to be written, and a goodbye to be answered. */
    static final Duration GOODBYE = Duration.ofSeconds(1);

    private final Greeting own;
    private final FirstFailure first;
    private final AtomicBoolean left = new AtomicBoolean();

    Participant(Greeting own, FirstFailure first) {
        this.own = own;
        this.first = first;
    }

    final MemberInfo self() {
        return own.member();
    }

    final FirstFailure first() {
        return first;
    }

    @Override
    public final int rank() {
        return own.member().rank();
    }

    @Override
    public final int world() {
        return own.world();
    }

    @Override
    public final Optional<RankFailure> failure() {
        return first.failure();
    }

    @Override
    public final Optional<RankFailure> awaitFailure(Duration atMost) {
        return first.await(atMost);
    }

    @Override
    public final void onFailure(Consumer<RankFailure> listener) {
        first.onFailure(listener);
    }

    /** After a failure nothing can be sent any more. */
    final void requireNoFailure() {
        failure().ifPresent(failure -> {
            throw failure.exception();
        });
    }

    /** Why the message of a member does not come. */
    final StokerException gone(MemberInfo member) {
        return failure()
                .map(RankFailure::exception)
                .orElseGet(() -> new StokerException(
                        "%s has left before it sent its message; its own output says why".formatted(member)));
    }

    /** Only the first goodbye counts. */
    @Override
    public final void leave(Duration atMost) {
        if (left.compareAndSet(false, true)) {
            sayGoodbye(atMost);
            first.close();
        }
    }

    /** Says goodbye, waits for the answer and closes connections. */
    abstract void sayGoodbye(Duration atMost);
}
