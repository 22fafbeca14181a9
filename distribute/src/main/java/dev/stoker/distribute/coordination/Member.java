package dev.stoker.distribute.coordination;

import dev.stoker.core.StokerException;
import dev.stoker.distribute.RankSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Every rank but 0: knows rank 0, and learns from it what became of the others. */
final class Member implements Coordination {
    private static final Duration GOODBYE = Duration.ofSeconds(1);

    private final Greeting own;
    private final FirstFailure first;
    private final Connection master;
    private final AtomicBoolean left = new AtomicBoolean();

    private Member(Greeting own, FirstFailure first, Connection master) {
        this.own = own;
        this.first = first;
        this.master = master;
    }

    static Coordination open(RankSettings settings, String version) {
        var own = Greeting.ofThisProcess(settings, version);
        var first = new FirstFailure();
        var member = new Member(own, first, new MasterConnector(settings, own).connect(first::report));
        try {
            member.awaitReady();
            return member;
        } catch (RuntimeException failure) {
            member.leave(Duration.ZERO);
            throw failure;
        }
    }

    private void awaitReady() {
        Frame answer = take();
        if (answer.kind() == FrameKind.REFUSED) {
            throw new StokerException(answer.text());
        }
    }

    private Frame take() {
        return master.take().orElseThrow(this::gone);
    }

    private StokerException gone() {
        return failure()
                .map(RankFailure::exception)
                .orElseGet(() -> new StokerException(
                        "%s has left before it sent its message; its own output says why".formatted(master.peer())));
    }

    @Override
    public int rank() {
        return own.member().rank();
    }

    @Override
    public int world() {
        return own.world();
    }

    @Override
    public List<MemberInfo> members() {
        return List.of(master.peer(), own.member());
    }

    @Override
    public byte[] broadcast(byte[] message) {
        return take().payload();
    }

    @Override
    public List<byte[]> gather(byte[] message) {
        var frame = Frame.message(message);
        failure().ifPresent(failure -> {
            throw failure.exception();
        });
        master.send(frame);
        return List.of();
    }

    @Override
    public Optional<RankFailure> failure() {
        return first.failure();
    }

    @Override
    public Optional<RankFailure> awaitFailure(Duration atMost) {
        return first.await(atMost);
    }

    @Override
    public void onFailure(Consumer<RankFailure> listener) {
        first.onFailure(listener);
    }

    @Override
    public void fail(String sentence) {
        var failure = RankFailure.said(own.member(), sentence);
        if (first.reportOwn(failure)) {
            master.send(FailureFrame.of(failure));
            master.endInbox();
        }
        master.awaitWritten(System.nanoTime() + GOODBYE.toNanos());
    }

    @Override
    public void leave(Duration atMost) {
        if (!left.compareAndSet(false, true)) {
            return;
        }
        first.seal();
        master.send(Frame.of(FrameKind.LEAVE));
        master.awaitRead(System.nanoTime() + GOODBYE.toNanos());
        master.close();
        first.close();
    }
}
