package dev.stoker.telemetry.trace;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A trace as a file of Chrome trace events, which Perfetto and chrome://tracing open: lanes are threads of one process,
 * spans are complete events, to an eighth of a microsecond. The file is written atomically.
 */
public final class TraceFile {
    private TraceFile() {}

    public static void write(Path file, RecordedTrace trace) {
        AtomicFile.write(file, channel -> {
            var stream = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
            TraceWriter.write(trace, stream);
            stream.flush();
        });
    }

    /** Reads what {@link #write} wrote; of traces of other programs, the complete events with up to two integers each. */
    public static RecordedTrace read(Path file) {
        try (var stream = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            return TraceReader.read(file, stream, Files.size(file));
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot read the trace %s (%s); train with a profile of some steps, such as 20:40, to record one"
                            .formatted(file, AtomicFile.reason(failure)),
                    failure);
        }
    }
}
