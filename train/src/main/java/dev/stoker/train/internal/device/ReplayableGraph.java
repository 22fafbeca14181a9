package dev.stoker.train.internal.device;

import dev.stoker.tensor.cuda.CudaGraph;
import java.util.Optional;

/** Work that runs operator by operator a few times, is then captured as a graph, and is replayed from then on. */
public interface ReplayableGraph extends AutoCloseable {
    /** The last of so many runs captures the work, and replays it. */
    int RUNS_UNTIL_CAPTURED = CudaGraph.RUNS_UNTIL_CAPTURED;

    void run();

    /** Replays the captured graph; it is an error where nothing is captured. */
    void replay();

    boolean isCaptured();

    /** Why capturing failed; then the work runs operator by operator from then on. */
    Optional<String> whyNot();

    /** A graph of other work in the same memory: one overwrites the intermediate results of the other. */
    ReplayableGraph inSameMemory(Runnable work);

    @Override
    void close();
}
