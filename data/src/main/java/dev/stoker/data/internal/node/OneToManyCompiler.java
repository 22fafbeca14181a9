package dev.stoker.data.internal.node;

import dev.stoker.data.DataState;
import dev.stoker.data.PipelineOptimization;
import dev.stoker.data.internal.pipeline.Cursor;
import dev.stoker.data.internal.pipeline.OneToMany;
import dev.stoker.data.internal.pipeline.Partitioning;
import dev.stoker.data.internal.pipeline.PipelineRun;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.SimpleCursor;
import dev.stoker.data.internal.pipeline.StateReader;
import dev.stoker.data.internal.pipeline.StateWriter;
import dev.stoker.data.internal.pipeline.Streamed;
import dev.stoker.data.internal.pipeline.TaskOutputs;
import dev.stoker.data.internal.pipeline.WorkerState;

/** How filters and flat maps are compiled. */
final class OneToManyCompiler {
    private OneToManyCompiler() {}

    static <T, R> PipelineStage<R> compile(
            Node<R> node, Node<T> input, Compilation compilation, OneToMany.Expansion<T, R> expansion) {
        var below = input.compile(compilation);
        var byIndex = OneToMany.of(below);
        var partitioning = NodePartitioning.of(input, "put %s before shard and batch".formatted(node.title()));
        if (compilation.allows(PipelineOptimization.FUSE_MAPS) && byIndex.isPresent()) {
            return compilation.annotated(
                    node, "in the task that reads the element", byIndex.get().then(expansion, partitioning));
        }
        Streamed<R> stage =
                (run, epoch, state) -> new ExpandingCursor<>(run, epoch, state, below, expansion, partitioning);
        return compilation.annotated(node, "on the consumer's thread", stage);
    }

    /** Expands elements one after the other; it saves the input before the current one, and how many elements that has given. */
    private static final class ExpandingCursor<T, R> extends SimpleCursor<R> {
        private final Cursor<T> input;
        private final OneToMany.Expansion<T, R> expansion;
        private final Partitioning partitioning;
        private final WorkerState worker = new WorkerState();
        private DataState before;
        private TaskOutputs<R> outputs = new TaskOutputs<>();
        private int given;

        ExpandingCursor(
                PipelineRun run,
                long epoch,
                StateReader state,
                PipelineStage<T> below,
                OneToMany.Expansion<T, R> expansion,
                Partitioning partitioning) {
            this.partitioning = partitioning;
            partitioning.check(state);
            int skipped = (int) state.next();
            input = below.open(run, epoch, state);
            this.expansion = expansion;
            before = saved();
            worker.at(epoch, 0);
            if (skipped > 0 && expand()) {
                given = skipped;
            }
        }

        private DataState saved() {
            var writer = new StateWriter();
            input.save(writer);
            return writer.state();
        }

        private boolean expand() {
            before = saved();
            outputs = new TaskOutputs<>();
            given = 0;
            if (!input.advance()) {
                return false;
            }
            expansion.apply(input.value(), worker, outputs);
            return true;
        }

        @Override
        public boolean advance() {
            while (given >= outputs.size()) {
                if (!expand()) {
                    return false;
                }
            }
            give(outputs.value(given++));
            return true;
        }

        @Override
        public void save(StateWriter state) {
            boolean usedUp = given >= outputs.size();
            partitioning.save(state);
            state.add(usedUp ? 0 : given);
            (usedUp ? saved() : before).numbers().forEach(state::add);
        }

        @Override
        public void close() {
            try (worker) {
                input.close();
            }
        }
    }
}
