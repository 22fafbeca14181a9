package dev.stoker.datasets.prepare;

import dev.stoker.core.Bytes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** The outcomes of pictures in their order, a bounded number of them ahead of whoever takes them. */
final class InFlight {
    private static final int PER_WORKER = 16;
    private static final Bytes MOST_BYTES = Bytes.ofMebibytes(256);

    private record Pending(Item item, Future<Outcome> outcome) {}

    private final Crew crew;
    private final Iterator<Item> items;
    private final Deque<Pending> pending = new ArrayDeque<>();
    private long bytes;

    InFlight(Crew crew, Iterator<Item> items) {
        this.crew = crew;
        this.items = items;
    }

    Outcome next() {
        fill();
        var first = pending.remove();
        bytes -= first.item.size();
        return await(first.outcome);
    }

    private void fill() {
        while (items.hasNext() && pending.size() < PER_WORKER * crew.size() && bytes < MOST_BYTES.count()) {
            var item = items.next();
            bytes += item.size();
            pending.add(new Pending(item, crew.submit(item)));
        }
    }

    private static Outcome await(Future<Outcome> outcome) {
        try {
            return outcome.get();
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for a picture", failure);
        } catch (ExecutionException failure) {
            switch (failure.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw new IllegalStateException(failure);
            }
        }
    }
}
