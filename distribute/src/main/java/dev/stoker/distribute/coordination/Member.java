package dev.stoker.distribute.coordination;

import dev.stoker.core.StokerException;
import dev.stoker.distribute.RankSettings;
import java.time.Duration;
import java.util.List;

/** Every rank but 0: knows rank 0, and learns from it what became of the others. */
final class Member extends Participant {
    private final Connection master;

    private Member(Greeting own, FirstFailure first, Connection master) {
        super(own, first);
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
        return master.take().orElseThrow(() -> gone(master.peer()));
    }

    @Override
    public List<MemberInfo> members() {
        return List.of(master.peer(), self());
    }

    @Override
    public byte[] broadcast(byte[] message) {
        return take().payload();
    }

    @Override
    public List<byte[]> gather(byte[] message) {
        var frame = Frame.message(message);
        requireNoFailure();
        master.send(frame);
        return List.of();
    }

    @Override
    public void fail(String sentence) {
        var failure = RankFailure.said(self(), sentence);
        if (first().reportOwn(failure)) {
            master.send(FailureFrame.of(failure));
            master.endInbox();
        }
        master.awaitWritten(System.nanoTime() + GOODBYE.toNanos());
    }

    @Override
    void sayGoodbye(Duration atMost) {
        first().seal();
        master.send(Frame.of(FrameKind.LEAVE));
        master.awaitRead(System.nanoTime() + GOODBYE.toNanos());
        master.close();
    }
}
