package dev.stoker.data;

import dev.stoker.core.random.Seed;
import dev.stoker.core.random.ShuffleBlocks;
import dev.stoker.core.random.ShuffleWindow;
import dev.stoker.data.explain.PipelineExplanation;
import dev.stoker.data.internal.explain.Explanations;
import dev.stoker.data.internal.node.BalancedNode;
import dev.stoker.data.internal.node.BatchNode;
import dev.stoker.data.internal.node.CacheNode;
import dev.stoker.data.internal.node.Compilation;
import dev.stoker.data.internal.node.ConcatNode;
import dev.stoker.data.internal.node.FilterNode;
import dev.stoker.data.internal.node.FlatMapNode;
import dev.stoker.data.internal.node.InterleaveNode;
import dev.stoker.data.internal.node.MapBatchNode;
import dev.stoker.data.internal.node.MapNode;
import dev.stoker.data.internal.node.Node;
import dev.stoker.data.internal.node.OrderedNode;
import dev.stoker.data.internal.node.PrefetchNode;
import dev.stoker.data.internal.node.RepeatNode;
import dev.stoker.data.internal.node.RepeatedElementsNode;
import dev.stoker.data.internal.node.ShardNode;
import dev.stoker.data.internal.node.ShuffleNode;
import dev.stoker.data.internal.node.ShuffleOrder;
import dev.stoker.data.internal.node.SkipCorruptNode;
import dev.stoker.data.internal.node.SkipNode;
import dev.stoker.data.internal.node.TakeNode;
import dev.stoker.data.internal.node.WindowShuffleNode;
import dev.stoker.data.internal.node.ZipNode;
import dev.stoker.data.internal.pipeline.Indexed;
import dev.stoker.data.internal.pipeline.PipelineRun;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.StateReader;
import dev.stoker.data.internal.source.ArraySlices;
import dev.stoker.data.internal.source.GeneratedSource;
import dev.stoker.data.internal.source.IndexedSource;
import dev.stoker.data.internal.source.SelectNode;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A source of elements and the transformations applied to them. It is immutable and does nothing until it is iterated.
 * Then it is compiled: whatever can be computed from the index of an element runs on any worker, in one task and in any
 * order, and the elements still come out in the order of the chain.
 */
public final class Dataset<T> {
    private final Node<T> node;

    Dataset(Node<T> node) {
        this.node = node;
    }

    // ---- sources

    /** The numbers {@code 0..size-1}. */
    public static Dataset<Long> range(long size) {
        return new Dataset<>(new IndexedSource<>("range " + size, size, (index, _) -> index));
    }

    public static <T> Dataset<T> of(List<T> elements) {
        var copy = List.copyOf(elements);
        return indexed(copy.size(), index -> copy.get((int) index));
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // copied, never written to
    public static <T> Dataset<T> of(T... elements) {
        return of(List.of(elements));
    }

    /** Rows of {@code rowLength} values, each a copy; the array must not change. */
    public static Dataset<float[]> slices(float[] values, int rowLength) {
        return new Dataset<>(
                ArraySlices.of(values.length, rowLength, (from, to) -> Arrays.copyOfRange(values, from, to)));
    }

    public static Dataset<long[]> slices(long[] values, int rowLength) {
        return new Dataset<>(
                ArraySlices.of(values.length, rowLength, (from, to) -> Arrays.copyOfRange(values, from, to)));
    }

    public static Dataset<byte[]> slices(byte[] values, int rowLength) {
        return new Dataset<>(
                ArraySlices.of(values.length, rowLength, (from, to) -> Arrays.copyOfRange(values, from, to)));
    }

    /** Elements that can be computed from their index, by any thread. */
    public static <T> Dataset<T> indexed(long size, LongFunction<T> element) {
        return new Dataset<>(new IndexedSource<>("indexed " + size, size, (index, _) -> element.apply(index)));
    }

    /** Elements by index, computed with a worker's own scratch. */
    public static <T> Dataset<T> indexed(String title, long size, IndexedReader<T> reader) {
        return new Dataset<>(new IndexedSource<>(title, size, reader));
    }

    /** A stream: each epoch starts a new iterator. It has no known length and no random access. */
    public static <T> Dataset<T> generate(Supplier<? extends Iterator<T>> iterators) {
        return new Dataset<>(new GeneratedSource<>(iterators));
    }

    public static Dataset<Sample> samples(SampleSource source) {
        return indexed(
                "samples " + source.size(),
                source.size(),
                (index, _) -> new Sample(source.sample((int) index), source.label((int) index)));
    }

    // ---- element by element

    public <R> Dataset<R> map(Function<? super T, ? extends R> function) {
        return new Dataset<>(new MapNode<T, R>(node, (element, _) -> function.apply(element), Optional.empty()));
    }

    /**
     * A map that needs scratch, the epoch or the index: the worker has them. It has random numbers too, but a random
     * transform is better given to {@link #randomMap}, which an explanation recognizes.
     */
    public <R> Dataset<R> map(Mapper<? super T, ? extends R> mapper) {
        return new Dataset<>(new MapNode<T, R>(node, mapper, Optional.empty()));
    }

    /**
     * A random transform, such as an augmentation. The random numbers depend on the seed, the epoch and the element only:
     * they are the same on any number of workers and after resuming. Each random transform needs a seed of its own.
     */
    public <R> Dataset<R> randomMap(Seed seed, RandomMapper<? super T, ? extends R> mapper) {
        return new Dataset<>(new MapNode<T, R>(
                node, (element, worker) -> mapper.apply(element, worker.random(seed)), Optional.of(seed)));
    }

    public Dataset<T> filter(Predicate<? super T> predicate) {
        return new Dataset<>(new FilterNode<>(node, predicate));
    }

    public <R> Dataset<R> flatMap(Function<? super T, List<R>> function) {
        return new Dataset<>(new FlatMapNode<>(node, function));
    }

    /**
     * A map that is called once for {@code size} elements, and returns one for each. To turn a batch
     * into something else as a whole, use {@code batch(size).map(function)}.
     */
    public <R> Dataset<R> mapBatch(int size, Function<? super List<T>, List<R>> function) {
        return new Dataset<>(new MapBatchNode<>(new BatchNode<>(node, size, LastBatch.SHORT), function));
    }

    /** Skips elements whose data is corrupt, up to a limit of different ones; one more is an error. */
    public Dataset<T> skipCorrupt(long limit) {
        return new Dataset<>(new SkipCorruptNode<>(node, limit));
    }

    /**
     * Stores elements once they are computed; those that do not fit into the cache are computed again each time. Every
     * epoch gets the elements of the first one, so random transforms belong after the cache.
     */
    public Dataset<T> cache(Cache<T> cache) {
        return new Dataset<>(new CacheNode<>(node, cache.settings()));
    }

    // ---- selection and order

    public Dataset<T> take(long count) {
        return new Dataset<>(new TakeNode<>(node, count));
    }

    public Dataset<T> skip(long count) {
        return new Dataset<>(new SkipNode<>(node, count));
    }

    /** The elements of these indices, in this order; needs random access. */
    public Dataset<T> select(int... indices) {
        return new Dataset<>(new SelectNode<>(node, indices.clone()));
    }

    /** Every {@code world}-th element, starting with number {@code rank}; the first ranks may have one more. */
    public Dataset<T> shard(int rank, int world) {
        return shard(rank, world, ShardRemainder.SHORT);
    }

    /**
     * Every {@code world}-th element. Ranks that train together must have the same number of batches, or one waits
     * forever: {@link ShardRemainder#DROPPED} and {@link ShardRemainder#WRAPPED} ensure that if the number of elements is known. How
     * many a filter or {@link #skipCorrupt} leaves to each rank is not; there, repeat and take a number of batches:
     * {@code shard(rank, world).filter(p).repeat().batch(32).take(1000)}.
     */
    public Dataset<T> shard(int rank, int world, ShardRemainder last) {
        return new Dataset<>(new ShardNode<>(node, rank, world, last));
    }

    public Dataset<T> repeat() {
        return new Dataset<>(new RepeatNode<>(node, Long.MAX_VALUE));
    }

    public Dataset<T> repeat(long times) {
        return new Dataset<>(new RepeatNode<>(node, times));
    }

    /**
     * Balanced sampling: every class equally often in each epoch, which keeps its number of elements. Elements of rare classes
     * repeat, with random numbers of their own each time; of frequent classes others come in every epoch, until all did. Needs
     * random access and a length, and takes the place of a shuffle; any position can be computed, at 4 bytes per element.
     *
     * @param labels the class of each element, counted from 0
     */
    public Dataset<T> balanced(int[] labels, Seed seed) {
        return new Dataset<>(new BalancedNode<>(node, labels.clone(), seed));
    }

    /**
     * Repeated augmentation: each element {@code times} times in a row, with random numbers of its own each time. Epochs keep
     * their number of elements, so each has a part of them; after a shuffle another part every time.
     */
    public Dataset<T> repeatElements(int times) {
        return new Dataset<>(new RepeatedElementsNode<>(node, times));
    }

    /** A uniform shuffle, another one each epoch, in bounded memory; needs random access and a length. */
    public Dataset<T> shuffle(Seed seed) {
        return new Dataset<>(new ShuffleNode<>(node, seed, new ShuffleOrder.Full()));
    }

    /**
     * A shuffle for disks and networks where random reads are slow: neighboring elements move as a block, and only a group
     * of blocks is mixed at a time. Any position can be computed, as with a uniform shuffle.
     */
    public Dataset<T> shuffle(Seed seed, ShuffleBlocks blocks) {
        return new Dataset<>(new ShuffleNode<>(node, seed, new ShuffleOrder.Blocks(blocks)));
    }

    /**
     * A shuffle within a window of elements, for disks that are fast only where reads are nearly in order. The order is that of
     * {@link #shuffle(int, Seed)}, but it is computed by index: elements keep random access, at 4 bytes per element.
     */
    public Dataset<T> shuffle(Seed seed, ShuffleWindow window) {
        return new Dataset<>(new ShuffleNode<>(node, seed, new ShuffleOrder.Window(window)));
    }

    /** Shuffles a stream within a window of elements. */
    public Dataset<T> shuffle(int window, Seed seed) {
        return new Dataset<>(new WindowShuffleNode<>(node, window, seed));
    }

    public Dataset<T> concat(Dataset<? extends T> other) {
        return new Dataset<>(new ConcatNode<>(node, other.node));
    }

    /** Pairs of both, as long as the shorter one. */
    public <U, R> Dataset<R> zip(Dataset<U> other, BiFunction<? super T, ? super U, ? extends R> join) {
        return new Dataset<>(new ZipNode<T, U, R>(node, other.node, join));
    }

    /** Reads several datasets at once, one element of each in turn, each with its own workers. */
    public <R> Dataset<R> interleave(int cycleLength, Function<? super T, Dataset<R>> function) {
        return new Dataset<>(new InterleaveNode<T, R>(node, cycleLength, element -> function.apply(element).node));
    }

    // ---- batches and running

    /** Groups of {@code size}; the last one is short. */
    public Dataset<List<T>> batch(int size) {
        return batch(size, LastBatch.SHORT);
    }

    public Dataset<List<T>> batch(int size, LastBatch last) {
        return new Dataset<>(new BatchNode<>(node, size, last));
    }

    /**
     * Rows whose writer applies random transforms with random numbers of the seed ({@link Worker#random}), which an explanation
     * recognizes.
     */
    public Rows<T> randomRows(int rowBytes, Seed seed, RowWriter<? super T> writer) {
        return new Rows<>(this, rowBytes, Optional.of(seed), writer);
    }

    /** Rows of batches: each element is written directly into the memory of its batch. */
    public Rows<T> rows(int rowBytes, RowWriter<? super T> writer) {
        return new Rows<>(this, rowBytes, Optional.empty(), writer);
    }

    /**
     * Without order, elements come out as they are ready, so that a slow element delays nothing else. Later steps get the
     * elements in that order.
     */
    public Dataset<T> ordered(boolean ordered) {
        return new Dataset<>(new OrderedNode<>(node, ordered));
    }

    /**
     * Computes up to {@code elements} ahead of the consumer, on one thread. Random access steps are computed ahead anyway;
     * this is for streams, window shuffles and other steps that run one element after the other. After repeat it reaches
     * into the next epoch.
     */
    public Dataset<T> prefetch(int elements) {
        return new Dataset<>(new PrefetchNode<>(node, elements));
    }

    /** Starts computing; close the iterator to stop its threads. */
    public DataIterator<T> iterate(PipelineResources resources) {
        return iterate(resources, DataState.START);
    }

    /**
     * Resumes with the element that would have come next when the state was taken, on any number of workers. After
     * map, shuffle, shard, batch, repeat, take, skip, zip and concat that holds for another number of ranks and another
     * batch size too: a state that any rank took when all had been given the same number serves every rank of the new
     * division, and together they resume with the samples that would have come next. Take that of rank 0 where
     * ranks may differ by one: it is the last to end. What cannot be carried over, such as the state of a filter after
     * a shard, is refused.
     */
    public DataIterator<T> iterate(PipelineResources resources, DataState state) {
        return iterate(resources, state, EnumSet.noneOf(PipelineOptimization.class));
    }

    /** Without some optimizations: results are the same, only slower. */
    public DataIterator<T> iterate(PipelineResources resources, DataState state, Set<PipelineOptimization> without) {
        var run = new PipelineRun(resources);
        var reader = StateReader.of(state);
        var cursor = compiled(without).open(run, 0, reader);
        try {
            reader.requireUsedUp();
            return new DataIterator<>(cursor, run);
        } catch (RuntimeException failure) {
            cursor.close();
            throw failure;
        }
    }

    PipelineStage<T> compiled(Set<PipelineOptimization> without) {
        return node.compile(new Compilation(without));
    }

    /** The number of elements, if it is known. */
    public OptionalLong size() {
        return node.compile(new Compilation(Set.of())) instanceof Indexed<T> indexed
                ? OptionalLong.of(indexed.size())
                : OptionalLong.empty();
    }

    /**
     * The compiled chain: where each step runs, what it means at its place, and warnings about an order that is rarely
     * intended, such as a cache after random transforms.
     */
    public PipelineExplanation explanation() {
        return Explanations.of(node);
    }

    /** The explanation as text: a tree of steps, the last one first, and the warnings. */
    public String explain() {
        return explanation().text();
    }

    Node<T> node() {
        return node;
    }
}
