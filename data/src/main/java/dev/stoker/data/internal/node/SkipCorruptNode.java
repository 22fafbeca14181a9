package dev.stoker.data.internal.node;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.StokerException;
import dev.stoker.data.Worker;
import dev.stoker.data.internal.pipeline.CorruptElements;
import dev.stoker.data.internal.pipeline.OneToMany;
import dev.stoker.data.internal.pipeline.Partitioning;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.StateReader;
import dev.stoker.data.internal.pipeline.StateWriter;
import dev.stoker.data.internal.pipeline.TaskOutputs;
import java.util.List;

/** {@code skipCorrupt}: damaged elements are left out and counted. */
public record SkipCorruptNode<T>(Node<T> input, long limit) implements Node<T> {
    @Override
    public PipelineStage<T> compile(Compilation compilation) {
        var below = OneToMany.of(input.compile(compilation.requiringRandomAccess()))
                .orElseThrow(() -> new StokerException(
                        "skipCorrupt needs elements that can be read one by one; put it before what turns them"
                                + " into a stream"));
        var partitioning = Partitioning.of(input, "put skipCorrupt before shard and batch");
        return compilation.annotated(
                this,
                "in the task that reads the element",
                new SkippingCorrupt<>(below, new CorruptElements(limit), partitioning));
    }

    @Override
    public String title() {
        return "skipCorrupt " + limit;
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    /** Catches damage where it is found. */
    public record SkippingCorrupt<T>(OneToMany<T> below, CorruptElements damage, Partitioning partitioning)
            implements OneToMany<T> {
        @Override
        public void save(long used, StateWriter state) {
            partitioning.save(state);
            below.save(used, state);
        }

        @Override
        public OneToMany<T> resume(StateReader state) {
            partitioning.check(state);
            return new SkippingCorrupt<>(below.resume(state), damage, partitioning);
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
        public void at(long epoch, long index, Worker worker, TaskOutputs<T> outputs) {
            var sound = new TaskOutputs<T>();
            try {
                below.at(epoch, index, worker, sound);
            } catch (CorruptDataException found) {
                damage.recordSkipped(found);
                return;
            }
            for (int i = 0; i < sound.size(); i++) {
                outputs.add(sound.value(i));
            }
        }
    }
}
