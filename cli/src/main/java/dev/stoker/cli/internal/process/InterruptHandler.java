package dev.stoker.cli.internal.process;

import dev.stoker.cli.internal.console.MessageOutput;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Lets SIGINT, SIGTERM and SIGHUP stop a command gracefully. The first one is acknowledged at once, whatever the command is
 * doing. A command that has something to save is asked to stop, and exits with 130, 143 or 129 unless it is complete by then;
 * where it does not even notice that, since a native call takes long, the process ends without it. A second signal ends it at
 * once, and so does the first one where there is nothing to save.
 */
public final class InterruptHandler implements AutoCloseable {
    private static final int INTERRUPT = 2;
    private static final int SIGNAL_OFFSET = 128;

    /** A person waits for the end of a command, and expects it within five seconds. */
    private static final int SECONDS_FOR_PERSON = 4;

    /** Batch systems grant about as much before they kill. */
    private static final int SECONDS = 60;

    /** What a command can save. */
    private record Stoppable(Supplier<String> acknowledgment, Supplier<String> remains) {}

    private final MessageOutput out;
    private final AtomicInteger signals = new AtomicInteger();
    private final CountDownLatch noticed = new CountDownLatch(1);
    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile Stoppable stoppable;
    private volatile int signal;
    private volatile boolean saves;

    private InterruptHandler(MessageOutput out, String stopped) {
        this.out = out;
        stoppable = new Stoppable(() -> stopped, () -> stopped);
    }

    /** From now on a signal ends the process at once, with this line, until {@link #stopsBy}. Lines go to {@code out}. */
    public static InterruptHandler watch(MessageOutput out, String stopped) {
        var handler = new InterruptHandler(out, stopped);
        for (String name : new String[] {"INT", "TERM", "HUP"}) {
            Signals.handle(name, handler::received);
        }
        return handler;
    }

    /**
     * From now on the command looks at {@link #requested} and saves what it has; {@code remains} says what is there when it
     * does not get to that.
     */
    public void stopsBy(Supplier<String> acknowledgment, Supplier<String> remains) {
        stoppable = new Stoppable(acknowledgment, remains);
        saves = true;
    }

    public boolean requested() {
        if (signal != 0) {
            noticed.countDown();
            return true;
        }
        return false;
    }

    /** Of a command that was stopped by a signal. */
    public int exitCode() {
        return SIGNAL_OFFSET + signal;
    }

    /** The command has ended, successfully or not, and the process will exit by itself. */
    @Override
    public void close() {
        finished.countDown();
    }

    private void received(int number) {
        if (finished.getCount() == 0) {
            return;
        }
        if (signals.incrementAndGet() > 1 || !saves) {
            quit(number, "");
            return;
        }
        signal = number;
        boolean person = number == INTERRUPT;
        out.print(stoppable.acknowledgment.get() + (person ? " (Ctrl-C again: quit at once)" : ""));
        try {
            int seconds = person ? SECONDS_FOR_PERSON : SECONDS;
            if (!noticed.await(seconds, TimeUnit.SECONDS) || !finished.await(SECONDS, TimeUnit.SECONDS)) {
                quit(number, "it takes longer than %d s: ".formatted(noticed.getCount() == 0 ? SECONDS : seconds));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void quit(int number, String why) {
        if (finished.getCount() > 0) {
            out.clear();
            out.print(why + stoppable.remains.get());
            AbruptExit.with(SIGNAL_OFFSET + number);
        }
    }
}
