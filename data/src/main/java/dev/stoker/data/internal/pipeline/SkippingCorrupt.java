package dev.stoker.data.internal.pipeline;

import dev.stoker.core.CorruptDataException;

/** Skips and counts the inputs of a stage whose data is corrupt. */
public record SkippingCorrupt<T>(OneToMany<T> below, CorruptElements corrupt, Partitioning partitioning)
        implements OneToMany<T> {

    @Override
    public void save(long used, StateWriter state) {
        partitioning.save(state);
        below.save(used, state);
    }

    @Override
    public OneToMany<T> resume(StateReader state) {
        partitioning.check(state);
        return new SkippingCorrupt<>(below.resume(state), corrupt, partitioning);
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
    public void at(long epoch, long index, WorkerState worker, TaskOutputs<T> outputs) {
        var intact = new TaskOutputs<T>();
        try {
            below.at(epoch, index, worker, intact);
        } catch (CorruptDataException found) {
            corrupt.recordSkipped(found);
            return;
        }
        for (int i = 0; i < intact.size(); i++) {
            outputs.add(intact.value(i));
        }
    }
}
