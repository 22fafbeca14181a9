package dev.stoker.data;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;

/** {@code cache}: elements stay in memory as far as it reaches. Nothing is ever evicted, so it cannot thrash. */
record CacheNode<T>(Node<T> input, Bytes memory, ToLongFunction<? super T> bytesOf) implements Node<T> {
    @Override
    public Stage<T> compile(Compilation compilation) {
        if (input.compile(compilation.keepingTheIndex()) instanceof Indexed<T> indexed) {
            return compilation.noted(this, "by index, filled by the first epoch", new Cached<>(this, indexed));
        }
        throw new StokerException("cache needs random access below it; cache before filter, flatMap or a window");
    }

    @Override
    public String title() {
        return "cache " + memory;
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    /** Looks up first. */
    private static final class Cached<T> implements Indexed<T> {
        private final CacheNode<T> node;
        private final Indexed<T> below;
        private final ConcurrentHashMap<Long, T> kept = new ConcurrentHashMap<>();
        private final AtomicLong used = new AtomicLong();

        Cached(CacheNode<T> node, Indexed<T> below) {
            this.node = node;
            this.below = below;
        }

        @Override
        public long size() {
            return below.size();
        }

        @Override
        public int perTask() {
            return below.perTask();
        }

        @Override
        public T at(long epoch, long index, Worker worker) {
            var known = kept.get(index);
            if (known != null) {
                worker.at(epoch, index);
                return known;
            }
            T element = below.at(epoch, index, worker);
            keep(index, element);
            return element;
        }

        private void keep(long index, T element) {
            long bytes = node.bytesOf.applyAsLong(element);
            if (used.addAndGet(bytes) <= node.memory.count()) {
                kept.putIfAbsent(index, element);
            } else {
                used.addAndGet(-bytes);
            }
        }
    }
}
