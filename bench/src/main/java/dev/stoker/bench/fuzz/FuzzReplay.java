package dev.stoker.bench.fuzz;

import dev.stoker.bench.internal.format.FuzzInput;
import dev.stoker.bench.internal.format.FuzzTargets;
import dev.stoker.bench.internal.format.ScratchFolder;
import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads one kept file in this process. */
public record FuzzReplay(boolean found, String text) {

    public static FuzzReplay of(Path file, String format) {
        FuzzTargets.requireKnown(format);
        byte[] bytes = bytes(file);
        try (var scratch = ScratchFolder.create();
                var target = FuzzTargets.open(format, scratch)) {
            return switch (new InputReader(new Bytes(Long.MAX_VALUE)).read(target, new FuzzInput(bytes, bytes))) {
                case InputReader.Verdict.Accepted _ -> new FuzzReplay(false, "accepted");
                case InputReader.Verdict.Refused(String sentence) -> new FuzzReplay(false, "refused: " + sentence);
                case InputReader.Verdict.Found(FindingKind kind, String _, String details) ->
                    new FuzzReplay(true, "%s: %s".formatted(kind, details));
            };
        }
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(file, AtomicFile.reason(failure)), failure)
                    .about("replay");
        }
    }
}
