package dev.stoker.train.internal.hogwild;

import dev.stoker.tensor.TensorScope;
import dev.stoker.train.internal.step.StepContext;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** A thread that trains on one batch at a time: it is in the queue of free threads whenever it waits for the next. */
final class HogwildThread {
    private final HogwildReplica.Factory replicas;
    private final BlockingQueue<HogwildThread> free;
    /** A step to run; empty at the end. */
    private final BlockingQueue<Optional<StepContext>> work = new LinkedBlockingQueue<>();

    private final Thread thread;
    private volatile @Nullable HogwildReplica replica;
    private volatile @Nullable Throwable failure;

    HogwildThread(int number, HogwildReplica.Factory replicas, BlockingQueue<HogwildThread> free) {
        this.replicas = replicas;
        this.free = free;
        thread = Thread.ofPlatform().daemon().name("hogwild " + number).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Of a thread that was free at least once. */
    HogwildReplica replica() {
        return Objects.requireNonNull(replica);
    }

    /** Runs a step on the batch in the input of the replica. */
    void train(StepContext context) {
        work.add(Optional.of(context));
    }

    boolean hasFailed() {
        return failure != null;
    }

    /** Of a thread that has failed, on the thread that asks. */
    RuntimeException failure() {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException exception ? exception : new IllegalStateException(failure);
    }

    /** After the step that it is at. */
    void end() {
        work.add(Optional.empty());
    }

    void join() {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try (var _ = TensorScope.open("hogwild");
                var created = replicas.create()) {
            replica = created;
            free.add(this);
            for (var context = work.take(); context.isPresent(); context = work.take()) {
                created.step().run(context.get());
                free.add(this);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // nobody does that
        } catch (Throwable thrown) { // the training thread throws it
            failure = thrown;
            free.add(this);
        }
    }
}
