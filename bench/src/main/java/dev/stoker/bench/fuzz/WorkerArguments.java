package dev.stoker.bench.fuzz;

import dev.stoker.core.Bytes;
import java.nio.file.Path;
import java.util.List;

/** What a worker is told when it starts. */
record WorkerArguments(long seed, List<String> formats, Path progress, Path findings, Path scratch, Bytes resident) {

    List<String> texts() {
        return List.of(
                Long.toString(seed),
                String.join(",", formats),
                progress.toString(),
                findings.toString(),
                scratch.toString(),
                Long.toString(resident.count()));
    }

    static WorkerArguments parse(List<String> texts) {
        return new WorkerArguments(
                Long.parseLong(texts.get(0)),
                List.of(texts.get(1).split(",", -1)),
                Path.of(texts.get(2)),
                Path.of(texts.get(3)),
                Path.of(texts.get(4)),
                new Bytes(Long.parseLong(texts.get(5))));
    }
}
