package dev.stoker.bench.internal.format;

import dev.stoker.bench.internal.mutation.Mutator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** A format that is read from one file. */
record FileTarget(ScratchFolder scratch, String fileName, List<byte[]> corpus, Mutator mutator, Reader reader)
        implements FuzzTarget {

    /** Reads the file and checks what it accepts, as {@link FuzzTarget#check} does. */
    interface Reader {
        void read(Path file, FuzzInput input) throws IOException;
    }

    static List<byte[]> texts(String... texts) {
        return Arrays.stream(texts)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    @Override
    public void check(FuzzInput input) throws IOException {
        reader.read(scratch.write(fileName, input.bytes()), input);
    }
}
