package dev.stoker.data;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.StokerException;
import java.util.List;

/** {@code skipCorrupt}: damaged elements are left out and counted. */
record SkipCorruptNode<T>(Node<T> input, long limit) implements Node<T> {
    @Override
    public Stage<T> compile(Compilation compilation) {
        var below = Sifted.of(input.compile(compilation.keepingTheIndex()))
                .orElseThrow(() -> new StokerException(
                        "skipCorrupt needs elements that can be read one by one; put it before what turns them"
                                + " into a stream"));
        var division = Division.of(input, "put skipCorrupt before shard and batch");
        return compilation.noted(
                this, "in the task that reads the element", new Tolerant<>(below, new Damage(limit), division));
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
    record Tolerant<T>(Sifted<T> below, Damage damage, Division division) implements Sifted<T> {
        @Override
        public void save(long used, StateWriter state) {
            division.save(state);
            below.save(used, state);
        }

        @Override
        public Sifted<T> resume(StateReader state) {
            division.check(state);
            return new Tolerant<>(below.resume(state), damage, division);
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
        public void at(long epoch, long index, Worker worker, Outputs<T> outputs) {
            var sound = new Outputs<T>();
            try {
                below.at(epoch, index, worker, sound);
            } catch (CorruptDataException found) {
                damage.leaveOut(found);
                return;
            }
            for (int i = 0; i < sound.size(); i++) {
                outputs.add(sound.value(i));
            }
        }
    }
}
